import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import type { Role } from './members.policy.ts';
import type { LockedMember } from './members.queries.ts';
import { insertMember, reactivateMember } from './memberships.queries.ts';

interface NewMembership {
  space_id: string;
  user_id: string;
  role: Role;
  joined_at: string;
  invited_by?: string | null;
}

/** Makes someone an active member and runs the hooks. Returns false if they have a membership or a ban. */
export async function startMembership(
  tx: Tx,
  context: HookContext,
  membership: NewMembership,
): Promise<boolean> {
  const inserted = await insertMember(tx, { id: newId(), ...membership });
  if (!inserted) return false;
  const { space_id, user_id, role, joined_at } = membership;
  await runHooks(tx, context, 'membershipStarted', { space_id, user_id, role, joined_at });
  return true;
}

/** Reactivates a membership that ended without a ban, with the role `member`, and runs the hooks. */
export async function restartMembership(
  tx: Tx,
  context: HookContext,
  spaceId: string,
  member: LockedMember,
  joinedAt: string,
): Promise<void> {
  await reactivateMember(tx, member.id, joinedAt);
  const { user_id } = member;
  const started = { space_id: spaceId, user_id, role: 'member', joined_at: joinedAt } as const;
  await runHooks(tx, context, 'membershipStarted', started);
}
