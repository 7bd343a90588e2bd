import { apiPages, apiQuery } from '#web/lib/query-client.ts';

export type CaseStatus = 'open' | 'handled';

/** How many reported things wait in a space; for those who run it. Live events keep it true. */
export const openCasesQuery = (spaceId: string) => ({
  ...apiQuery('get_open_cases', { space_id: spaceId }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What of the viewer was taken down in a space and not put away yet. */
export const myRemovalsQuery = (spaceId: string) => ({
  ...apiQuery('list_my_removals', { space_id: spaceId }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reported things of a space, latest first, 20 a page. */
export const casePages = (spaceId: string, status: CaseStatus) =>
  apiPages('list_cases', { space_id: spaceId, status }, (page) => page);

/** What those who run a space have done, latest first, 50 a page. */
export const auditLogPages = (spaceId: string) =>
  apiPages('list_audit_log', { space_id: spaceId }, (page) => page);
