import type { Conversation } from '#contract/features/chat/conversations.ts';
import { maxGroupParticipants } from '#contract/values/limits.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { type OutgoingEvent, publishAll } from '#server/platform/live/publish.ts';
import { findSignUpTime } from '../conversations/conversation-lifecycle.queries.ts';
import { countAddedPeople } from '../conversations/conversation-limit.ts';
import { readConversation } from '../conversations/read-conversations.ts';
import type { LockedConversation } from '../messages/send.queries.ts';
import {
  conversationChanged,
  insertSystemMessage,
  listChanged,
  lockGroup,
  requireAddable,
  type SystemLine,
} from './change-group.ts';
import {
  endParticipation,
  findAdmins,
  type GroupMemberRow,
  insertParticipants,
  updateAdmin,
  updateGroupRow,
} from './groups.queries.ts';

interface ParticipantInput {
  conversation_id: string;
  user_id: string;
}

/** How long somebody who left a group can't be added again, in milliseconds. */
const returnDelay = 24 * 60 * 60 * 1000;

/** Checks that none of these people left a group themselves within the last day. */
function requireNoneLeft(members: Map<string, GroupMemberRow>, userIds: string[]): void {
  const left = userIds.filter((id) => {
    const member = members.get(id);
    return member?.status === 'left' && nowMs() - Date.parse(member.left_at ?? '') < returnDelay;
  });
  if (left.length > 0) throw new AppError('participant_left', { user_ids: left });
}

/**
 * Adds people to a group. Those who are in it already stay as they are.
 * @throws AppError see `add_participants` of the contract
 */
export async function addParticipants(
  context: HookContext & { db: Database },
  viewer: Viewer,
  input: { conversation_id: string; user_ids: string[] },
): Promise<Conversation> {
  return await context.db.transaction().execute(async (tx) => {
    const { group, members } = await lockGroup(tx, {
      conversation_id: input.conversation_id,
      viewer_id: viewer.user_id,
      user_ids: input.user_ids,
      needsAdmin: true,
    });
    const added = [...new Set(input.user_ids)].filter((id) => members.get(id)?.status !== 'active');
    if (added.length > 0) {
      const strangers = await requireAddable(tx, viewer.user_id, added);
      requireNoneLeft(members, added);
      if (group.participant_count + added.length > maxGroupParticipants) throw new AppError('group_full');
      const signed_up_at = await findSignUpTime(tx, viewer.user_id);
      await countAddedPeople(tx, context.rateLimits, { id: viewer.user_id, signed_up_at }, strangers);
      await insertParticipants(tx, {
        conversation_id: group.id,
        user_ids: added,
        first_seq: group.last_seq + 1,
        at: nowIso(),
      });
      const version = await updateGroupRow(tx, group.id, { participants: added.length });
      const line = { type: 'participants_added', user_ids: added } as const;
      const { id: message_id, events } = await insertSystemMessage(tx, group, viewer.user_id, line);
      const addition = { conversation_id: group.id, message_id, user_id: viewer.user_id, added };
      await publishAll(tx, [
        conversationChanged(group.id, version, added),
        ...events,
        ...added.map((userId) => listChanged(userId, group.id)),
      ]);
      await runHooks(tx, context, 'participantsAdded', addition);
    }
    return await readConversation(tx, viewer.user_id, group.id);
  });
}

/** Ends someone's participation, after the line that says so, which is the last one that they can read. */
async function endFor(
  tx: Tx,
  group: LockedConversation,
  actorId: string,
  ended: { user_id: string; status: 'left' | 'removed' },
): Promise<void> {
  const line: SystemLine =
    ended.status === 'left'
      ? { type: 'participant_left' }
      : { type: 'participant_removed', user_ids: [ended.user_id] };
  const { seq, events } = await insertSystemMessage(tx, group, actorId, line);
  await endParticipation(tx, { conversation_id: group.id, ...ended, left_seq: seq, at: nowIso() });
  const version = await updateGroupRow(tx, group.id, { participants: -1 });
  const { count, next } = await findAdmins(tx, group.id);
  const appointed: OutgoingEvent[] = [];
  if (count === 0 && next !== null) {
    await updateAdmin(tx, { conversation_id: group.id, user_id: next }, true);
    const appointment: SystemLine = { type: 'admin_added', user_ids: [next] };
    appointed.push(...(await insertSystemMessage(tx, group, next, appointment)).events);
  }
  await publishAll(tx, [
    ...events,
    conversationChanged(group.id, version, [ended.user_id]),
    listChanged(ended.user_id, group.id),
    ...appointed,
  ]);
}

type Change = (tx: Tx, group: LockedConversation, member: GroupMemberRow | undefined) => Promise<void>;

/** Locks a group and someone who was ever in it for an admin, changes them, and returns the group as the admin sees it. */
async function changeParticipant(
  db: Database,
  viewer: Viewer,
  { conversation_id, user_id }: ParticipantInput,
  change: Change,
): Promise<Conversation> {
  return await db.transaction().execute(async (tx) => {
    const locked = { conversation_id, viewer_id: viewer.user_id, user_ids: [user_id], needsAdmin: true };
    const { group, members } = await lockGroup(tx, locked);
    await change(tx, group, members.get(user_id));
    return await readConversation(tx, viewer.user_id, group.id);
  });
}

/** Removes someone else from a group. */
export async function removeParticipant(
  db: Database,
  viewer: Viewer,
  { conversation_id, user_id }: ParticipantInput,
): Promise<Conversation> {
  return await changeParticipant(db, viewer, { conversation_id, user_id }, async (tx, group, member) => {
    if (!member || user_id === viewer.user_id) throw new AppError('participant_not_found');
    if (member.status === 'active') await endFor(tx, group, viewer.user_id, { user_id, status: 'removed' });
  });
}

/** Leaves a group. If no admin is left, the participant who was added first becomes one. */
export async function leaveConversation(db: Database, viewer: Viewer, conversationId: string): Promise<void> {
  const { user_id } = viewer;
  await db.transaction().execute(async (tx) => {
    const locked = { conversation_id: conversationId, viewer_id: user_id, needsAdmin: false };
    const { group, viewer: member } = await lockGroup(tx, locked);
    if (member.status === 'active') await endFor(tx, group, user_id, { user_id, status: 'left' });
  });
}

/** Makes a participant an admin, or not. */
export async function setParticipantAdmin(
  db: Database,
  viewer: Viewer,
  { conversation_id, user_id, is_admin }: ParticipantInput & { is_admin: boolean },
): Promise<Conversation> {
  return await changeParticipant(db, viewer, { conversation_id, user_id }, async (tx, group, member) => {
    if (member?.status !== 'active') throw new AppError('participant_not_found');
    if (member.is_admin === is_admin) return;
    if (!is_admin && (await findAdmins(tx, group.id)).count === 1) throw new AppError('group_admin_missing');
    await updateAdmin(tx, { conversation_id, user_id }, is_admin);
    const version = await updateGroupRow(tx, group.id, {});
    const line: SystemLine = { type: is_admin ? 'admin_added' : 'admin_removed', user_ids: [user_id] };
    const { events } = await insertSystemMessage(tx, group, viewer.user_id, line);
    await publishAll(tx, [conversationChanged(group.id, version), ...events]);
  });
}
