import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { hashQuickly } from './query-client.ts';

type QueryDataHook = <T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>) => T | undefined;

const useLiveData: QueryDataHook = (options) => useQuery(options).data;
const useStoredData: QueryDataHook = <T, Key extends QueryKey>({ queryKey }: { queryKey: Key }) =>
  useQueryClient().getQueryCache().get<T>(hashQuickly(queryKey))?.state.data;

/**
 * Returns the data of a query, and renders again when it changes. Use it where only the data is needed: on the
 * server, where nothing changes while a page is rendered, it only looks the data up.
 */
export const useQueryData: QueryDataHook = import.meta.env.SSR ? useStoredData : useLiveData;
