import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';

type QueryDataHook = <T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>) => T | undefined;

const useLiveData: QueryDataHook = (options) => useQuery(options).data;
const useStoredData: QueryDataHook = (options) => useQueryClient().getQueryData(options.queryKey);

/**
 * Returns the data of a query, and renders again when it changes. Use it where many components read the same query: on the
 * server, where nothing changes while a page is rendered, it only looks the data up.
 */
export const useQueryData: QueryDataHook = import.meta.env.SSR ? useStoredData : useLiveData;
