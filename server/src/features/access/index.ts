import type { Feature } from '#server/platform/feature.ts';
import { deleteGrantsOf } from './access.queries.ts';

export type { AccessFacts } from './access.policy.ts';
export {
  accessJson,
  copyRules,
  deleteGrants,
  listRuledItems,
} from './access.queries.ts';
export { giveGrants } from './give-grants.ts';
export { listLocks, listPrerequisiteTitles, type RuledItem, toLocks } from './list-locks.ts';
export { listOpenTo } from './list-open-to.ts';
export { readMemberAccess } from './read-member-access.ts';
export { refuseCycles, saveAccess } from './save-access.ts';

/** The engine of access rules. The features whose items have rules have the endpoints. */
export const access: Feature = {
  name: 'access',
  hooks: {
    // Access that was given ends with the membership. Who comes back doesn't have it.
    membershipEnded: (tx, { space_id, user_id }) => deleteGrantsOf(tx, space_id, user_id),
  },
};
