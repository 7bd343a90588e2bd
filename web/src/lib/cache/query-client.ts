import {
  hashKey,
  infiniteQueryOptions,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { OperationId } from '#contract/api.ts';
import {
  ApiError,
  type ApiInput,
  type ApiOutput,
  type Call,
  type CallArguments,
  isApiError,
} from '../api/api-client.ts';

const minute = 60_000;
const clients = new WeakMap<QueryClient, Call>();

/** Key of the changes to lists (`changesStore`), which are kept as long as entities. */
export const changesKey = 'list_changes';

/** Returns the API client of a query cache: over HTTP in the browser, in process during server rendering. */
export function getApiClient(client: QueryClient): Call {
  const call = clients.get(client);
  if (!call) throw new Error('No API client');
  return call;
}

/** Returns whether a retry can help: the server was unreachable or failed itself. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

const isSimple = (part: unknown): boolean =>
  typeof part !== 'object' ||
  part === null ||
  (Object.keys(part).length < 2 && Object.values(part).every(isText));
const isText = (value: unknown) => typeof value === 'string';

/** Returns the same as `hashKey`, which sorts the fields of objects and takes several times as long. */
export const hashQuickly = (key: QueryKey): string =>
  key.every(isSimple) ? JSON.stringify(key) : hashKey(key);

/**
 * Creates a query cache: data is stale after 5 minutes and dropped after 10, one retry, no refetch on focus. Calls
 * `onSessionLost` when the server no longer accepts the session.
 */
export function createQueryClient(call: Call, onSessionLost: () => void = () => {}): QueryClient {
  const onServer = typeof window === 'undefined';
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isApiError(error, 'authentication_required')) onSessionLost();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        ...(import.meta.env.SSR && { queryKeyHashFn: hashQuickly }),
        gcTime: onServer ? Number.POSITIVE_INFINITY : 10 * minute,
        retry: (failures, error) => !onServer && failures < 1 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // Without a network, requests fail at once instead of waiting: the browser's guess can be wrong, and screens say so.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A failed write is reverted right away instead of being retried invisibly.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const key of ['entity', changesKey]) {
    client.setQueryDefaults([key], { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY });
  }
  clients.set(client, call);
  return client;
}

/** Refetches the queries on the page that failed because of the connection or the server. */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    // Includes queries between their first failure and the retry.
    predicate: ({ state }) => {
      const error = state.error ?? state.fetchFailureReason;
      return error !== null && isWorthRetrying(error);
    },
  });
}

/** Adapts the input to operations with and without required fields; only the types differ. */
const toArguments = <Id extends OperationId>(input: unknown, signal: AbortSignal) =>
  [input, { signal }] as unknown as CallArguments<Id>;

type PagedOperation = {
  [Id in OperationId]: ApiOutput<Id> extends { next_cursor: string | null } ? Id : never;
}[OperationId];
type Store<Id extends OperationId, Kept> = (output: ApiOutput<Id>, client: QueryClient) => Kept;

/**
 * Returns query options for a GET operation, with the key `[operation, input]`. `keep` converts the response to the
 * cached value; it usually stores entities (`writeEntities`) and returns their IDs.
 */
export function apiQuery<Id extends OperationId, Kept = ApiOutput<Id>>(
  operation: Id,
  input: ApiInput<Id>,
  keep?: Store<Id, Kept>,
  /** Timeout in the browser in milliseconds, if shorter than the default. */
  timeout?: number,
  /** Returns what else a request asks for. It isn't part of the key. */
  refine?: (client: QueryClient) => Partial<ApiInput<Id>>,
) {
  return queryOptions({
    queryKey: [operation, input] as const,
    queryFn: async ({ client, signal }): Promise<Kept> => {
      const timeoutSignal = timeout ? AbortSignal.any([signal, AbortSignal.timeout(timeout)]) : signal;
      const sent: object = { ...(input as object), ...refine?.(client) };
      const output = await getApiClient(client)<Id>(operation, ...toArguments<Id>(sent, timeoutSignal));
      return keep ? keep(output, client) : (output as unknown as Kept);
    },
  });
}

/** Like `apiQuery`, for operations paged by `next_cursor`. */
export function apiPages<Id extends PagedOperation, Kept extends { next_cursor: string | null }>(
  operation: Id,
  input: Omit<ApiInput<Id>, 'cursor'>,
  keep: Store<Id, Kept>,
) {
  return infiniteQueryOptions({
    queryKey: [operation, input] as const,
    queryFn: async ({ client, pageParam, signal }): Promise<Kept> => {
      const pageInput = pageParam === null ? input : { ...input, cursor: pageParam };
      const output = await getApiClient(client)<Id>(operation, ...toArguments<Id>(pageInput, signal));
      return keep(output, client);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: Kept) => last.next_cursor,
  });
}
