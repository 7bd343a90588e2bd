import type { Draft } from '#contract/features/drafts/drafts.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** The viewer's draft in a space as stored on the server. Live events keep it current. */
export const draftQuery = (spaceId: string) => ({
  ...apiQuery('get_draft', { space_id: spaceId }, ({ draft }): Draft | null => draft),
  staleTime: Number.POSITIVE_INFINITY,
});
