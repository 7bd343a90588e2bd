import type { Draft } from '#contract/drafts.ts';
import { apiQuery } from '#web/lib/query-client.ts';

/** What the viewer is writing in a space, as the server has it. Live events keep it true. */
export const draftQuery = (spaceId: string) => ({
  ...apiQuery('get_draft', { space_id: spaceId }, ({ draft }): Draft | null => draft),
  staleTime: Number.POSITIVE_INFINITY,
});
