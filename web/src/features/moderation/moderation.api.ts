import { apiPages, apiQuery } from '#web/lib/cache/query-client.ts';

export type CaseStatus = 'open' | 'resolved';

/** The number of open cases in a space; only for moderators. Live events keep it up to date. */
export const openCasesQuery = (spaceId: string) => ({
  ...apiQuery('get_open_cases', { space_id: spaceId }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The viewer's removed content in a space that they haven't acknowledged. */
export const myRemovalsQuery = (spaceId: string) => ({
  ...apiQuery('list_my_removals', { space_id: spaceId }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Cases of a space, latest first, 20 a page. */
export const casePages = (spaceId: string, status: CaseStatus) =>
  apiPages('list_cases', { space_id: spaceId, status }, (page) => page);

/** The audit log of a space, latest first, 50 a page. */
export const auditLogPages = (spaceId: string) =>
  apiPages('list_audit_log', { space_id: spaceId }, (page) => page);
