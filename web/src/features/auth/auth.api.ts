import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/users.ts';
import { apiQuery } from '#web/lib/query-client.ts';

/** Who is signed in. Every page carries it; it changes only with a new page (see `enter` and `leave`). */
export const sessionQuery = apiQuery('get_session', {});

/** The signed-in person; null for a stranger. */
export function useViewer(): Account | null {
  return useQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY }).data?.user ?? null;
}
