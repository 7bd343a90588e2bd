import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/users.ts';
import { apiQuery, getApiClient, isWorthRetrying } from '#web/lib/query-client.ts';

/** Who is signed in is asked for three times at most: after one second, then after two (document 1, sections 7 and 9). */
const sessionRetries = 2;
const sessionRetryDelay = 1_000;
/** How long one answer is waited for, in milliseconds. */
const sessionTimeout = 10_000;

/** Who is signed in. Every page carries it; it changes only with a new page (see `enter` and `leave`). */
export const sessionQuery = {
  ...apiQuery('get_session', {}),
  queryFn: ({ client, signal }: { client: QueryClient; signal: AbortSignal }) => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(sessionTimeout)]);
    return getApiClient(client)('get_session', {}, { signal: inTime });
  },
  retry: (failures: number, error: unknown) =>
    typeof window !== 'undefined' && failures < sessionRetries && isWorthRetrying(error),
  retryDelay: (failures: number) => sessionRetryDelay * (failures + 1),
};

/** The signed-in person; null for a stranger. */
export function useViewer(): Account | null {
  return useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY }).data?.user ?? null;
}
