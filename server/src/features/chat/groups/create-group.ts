import type { Conversation } from '#contract/features/chat/conversations.ts';
import { maxGroupParticipants } from '#contract/values/limits.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { publishAll } from '#server/platform/live/publish.ts';
import { attachUploads } from '../../uploads/index.ts';
import { findSignUpTime, insertGroup } from '../conversations/conversation-lifecycle.queries.ts';
import { countAddedPeople, countNewConversation } from '../conversations/conversation-limit.ts';
import { findGroupByClientId } from '../conversations/conversations.queries.ts';
import { readConversation } from '../conversations/read-conversations.ts';
import { insertSystemMessage, listChanged, requireAddable } from './change-group.ts';

export interface NewGroup {
  client_id: string;
  name: string;
  user_ids: string[];
  icon_upload_id: string | null;
}

/**
 * Creates a group, whose admin is the viewer. Sent again with the same client id, it returns the group created first.
 * @throws AppError see `create_group` of the contract
 */
export async function createGroup(
  context: HookContext & { db: Database },
  viewer: Viewer,
  input: NewGroup,
): Promise<Conversation> {
  const { db, rateLimits } = context;
  const userIds = [...new Set(input.user_ids)];
  const write = async (tx: Tx): Promise<Conversation> => {
    const earlier = await findGroupByClientId(tx, viewer.user_id, input.client_id);
    if (earlier) return await readConversation(tx, viewer.user_id, earlier);
    const strangers = await requireAddable(tx, viewer.user_id, userIds);
    if (userIds.length >= maxGroupParticipants) throw new AppError('group_full');
    const signed_up_at = await findSignUpTime(tx, viewer.user_id);
    await countNewConversation(tx, rateLimits, viewer.user_id, signed_up_at);
    await countAddedPeople(tx, rateLimits, { id: viewer.user_id, signed_up_at }, strangers);
    const at = nowIso();
    await attachIcon(tx, viewer.user_id, input.icon_upload_id, at);
    const id = newId();
    await insertGroup(tx, {
      id,
      name: input.name,
      icon_upload_id: input.icon_upload_id,
      creator_id: viewer.user_id,
      client_id: input.client_id,
      user_ids: userIds,
      created_at: at,
    });
    const line = { type: 'group_created', name: input.name } as const;
    const { id: message_id, events } = await insertSystemMessage(tx, { id }, viewer.user_id, line);
    const addition = { conversation_id: id, message_id, user_id: viewer.user_id, added: userIds };
    await publishAll(tx, [
      ...events,
      ...[viewer.user_id, ...userIds].map((userId) => listChanged(userId, id)),
    ]);
    await runHooks(tx, context, 'participantsAdded', addition);
    return await readConversation(tx, viewer.user_id, id);
  };
  try {
    return await db.transaction().execute(write);
  } catch (error) {
    // The same group was sent twice at the same time; the other one exists now.
    if (!isUniqueViolation(error)) throw error;
    return await db.transaction().execute(write);
  }
}

/** Attaches the icon of a group, if there is one. */
export async function attachIcon(
  tx: Tx,
  userId: string,
  uploadId: string | null | undefined,
  at: string,
): Promise<void> {
  await attachUploads(tx, {
    user_id: userId,
    space_id: null,
    purpose: 'chat_icon',
    upload_ids: uploadId ? [uploadId] : [],
    at,
  });
}
