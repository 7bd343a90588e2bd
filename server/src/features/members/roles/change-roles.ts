import type { Tx } from '#server/platform/db/database.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import type { Role } from '../members.policy.ts';
import { updateMemberRoles } from '../memberships.queries.ts';

/** Changes the roles of active members, whose rows the caller has locked, and runs the hooks. */
export async function changeRoles(
  tx: Tx,
  context: HookContext,
  spaceId: string,
  changes: { user_id: string; role: Role }[],
): Promise<void> {
  await Promise.all([
    updateMemberRoles(tx, spaceId, changes),
    runHooks(tx, context, 'rolesChanged', { space_id: spaceId, changes }),
  ]);
}
