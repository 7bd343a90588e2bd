import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type JoinedSpace, readJoinedSpace, recordJoin } from './joining/join-requests.queries.ts';
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

/**
 * Makes someone an active member and runs the hooks. Returns the space since then, or null if they have a membership or a
 * ban. A plain member has joined: their request is fulfilled, and the join is counted.
 */
export async function startMembership(
  tx: Tx,
  context: HookContext,
  membership: NewMembership,
): Promise<JoinedSpace | null> {
  const inserted = await insertMember(tx, { id: newId(), ...membership });
  return inserted ? await startedMembership(tx, context, membership) : null;
}

/**
 * Reactivates a membership that ended without a ban, with the role `member`, and runs the hooks. Returns the space
 * since then.
 */
export async function restartMembership(
  tx: Tx,
  context: HookContext,
  spaceId: string,
  member: LockedMember,
  joinedAt: string,
): Promise<JoinedSpace> {
  await reactivateMember(tx, member.id, joinedAt);
  const { user_id } = member;
  return await startedMembership(tx, context, {
    space_id: spaceId,
    user_id,
    role: 'member',
    joined_at: joinedAt,
  });
}

async function startedMembership(
  tx: Tx,
  context: HookContext,
  { space_id, user_id, role, joined_at }: NewMembership,
): Promise<JoinedSpace> {
  const [joined] = await Promise.all([
    role === 'member' ? recordJoin(tx, space_id, user_id, joined_at) : readJoinedSpace(tx, space_id),
    runHooks(tx, context, 'membershipStarted', { space_id, user_id, role, joined_at }),
  ]);
  return joined;
}
