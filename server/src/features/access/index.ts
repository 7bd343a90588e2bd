import type { Feature } from '#server/platform/feature.ts';
import { deleteGrantsOf } from './access.queries.ts';
import { copyRules } from './save-access.ts';

export {
  accessJson,
  copyAccess,
  listRuledItems,
} from './access.queries.ts';
export { type AccessWrite, itemAccess } from './item-access.ts';
export { listLocks, listLocksIn, type RuledItem } from './list-locks.ts';
export { listMemberAccess } from './list-member-access.ts';
export { listOpenTo, onlyReadable } from './list-open-to.ts';
export { postReaders } from './post-readers.ts';
export { previewLocks } from './preview-locks.ts';
export { publishDependents } from './publish-dependents.ts';

/** The engine of access rules. The features whose items have rules have the endpoints. */
export const access: Feature = {
  name: 'access',
  hooks: {
    // Access that was given ends with the membership. Who comes back doesn't have it.
    membershipEnded: (tx, { space_id, user_id }) => deleteGrantsOf(tx, space_id, user_id),
    coursePageCopied: (tx, page) => copyRules(tx, page),
  },
};
