import { type SupposedMember, supposedMember } from '#web/features/access/index.ts';
import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

// Levels, time and completions change it without an event.
const fresh = { staleTime: 0 } as const;

/** The members with whether they can open a category, 50 a page. */
export const categoryAccessPages = (space_id: string, category_id: string) => ({
  ...apiPages('list_category_access', { space_id, category_id }, (output) => output),
  ...fresh,
});

/** The lock that a category has for a supposed member. */
export const categoryPreviewQuery = (space_id: string, category_id: string, member: SupposedMember) => ({
  ...apiQuery('preview_category_access', { space_id, category_id, ...supposedMember.toPreviewInput(member) }),
  ...fresh,
});
