import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '#contract/users.ts';
import { apiQuery, getApiClient, isWorthRetrying } from '#web/lib/cache/query-client.ts';
import { useQueryData } from '#web/lib/cache/use-query-data.ts';

/** The session is requested at most three times: retries wait one second, then two. */
const sessionRetries = 2;
const sessionRetryDelay = 1_000;
/** How long a browser waits for a response, in milliseconds. */
const sessionTimeout = 10_000;

/** The current session. Every page includes it; it changes only with a page load (see `signIn` and `signOut`). */
export const sessionQuery = {
  ...apiQuery('get_session', {}),
  queryFn: ({ client, signal }: { client: QueryClient; signal: AbortSignal }) => {
    // On the server, the timer and what it refers to would outlive the page.
    const inTime = import.meta.env.SSR
      ? signal
      : AbortSignal.any([signal, AbortSignal.timeout(sessionTimeout)]);
    return getApiClient(client)('get_session', {}, { signal: inTime });
  },
  retry: (failures: number, error: unknown) =>
    typeof window !== 'undefined' && failures < sessionRetries && isWorthRetrying(error),
  retryDelay: (failures: number) => sessionRetryDelay * (failures + 1),
};

/** The signed-in user; null for a visitor. */
export function useViewer(): Account | null {
  return useQueryData({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY })?.user ?? null;
}
