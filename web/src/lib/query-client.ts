import { infiniteQueryOptions, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { OperationId } from '#contract/api.ts';
import {
  ApiError,
  type ApiInput,
  type ApiOutput,
  type Call,
  type CallArguments,
  isApiError,
} from './api-client.ts';

const minute = 60_000;
const clients = new WeakMap<QueryClient, Call>();

/** How a query of this cache reaches the server: over HTTP in the browser, in process while a page is rendered. */
export function getApiClient(client: QueryClient): Call {
  const call = clients.get(client);
  if (!call) throw new Error('This query client was not made by createQueryClient');
  return call;
}

/** Another try can only help when the server was not reached or failed itself. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

/**
 * A query cache with the limits of document 1, section 9: stale after 5 minutes, kept for 10, one retry, no refetch on
 * focus. `onSessionLost` is told when the server no longer knows the session.
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
        gcTime: onServer ? Number.POSITIVE_INFINITY : 10 * minute,
        retry: (failures, error) => !onServer && failures < 1 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
      },
      // A write that cannot be sent fails at once and is undone, rather than waiting unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.setQueryDefaults(['entity'], {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  clients.set(client, call);
  return client;
}

/** Inputs given whole fit operations with and without required fields alike; the two shapes differ in types only. */
const toArguments = <Id extends OperationId>(input: unknown, signal: AbortSignal) =>
  [input, { signal }] as unknown as CallArguments<Id>;

type PagedOperation = {
  [Id in OperationId]: ApiOutput<Id> extends { next_cursor: string | null } ? Id : never;
}[OperationId];
type Store<Id extends OperationId, Kept> = (output: ApiOutput<Id>, client: QueryClient) => Kept;

/**
 * Query options for one GET operation, under the key `[operation, input]`. `keep` turns the answer into what the cache
 * holds: it writes the entities it carries (`writeEntities`) and keeps their ids.
 */
export function apiQuery<Id extends OperationId, Kept = ApiOutput<Id>>(
  operation: Id,
  input: ApiInput<Id>,
  keep?: Store<Id, Kept>,
  /** Milliseconds that the answer is waited for in the browser, where they are fewer than usual. */
  timeout?: number,
) {
  return queryOptions({
    queryKey: [operation, input] as const,
    queryFn: async ({ client, signal }): Promise<Kept> => {
      const inTime = timeout ? AbortSignal.any([signal, AbortSignal.timeout(timeout)]) : signal;
      const output = await getApiClient(client)<Id>(operation, ...toArguments<Id>(input, inTime));
      return keep ? keep(output, client) : (output as unknown as Kept);
    },
  });
}

/** Like `apiQuery`, for operations that answer a page at a time by `next_cursor`. */
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
