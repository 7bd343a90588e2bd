import type { Tx } from '#server/platform/db/database.ts';
import type { LifecycleEvents } from '#server/platform/lifecycle.ts';
import { toPlainExcerpt, withMentionedNames } from '#server/platform/text/markdown.ts';
import { forgetMentions, recordMentions } from '../../mentions/index.ts';
import { deleteNotificationsFor } from '../delete-notifications-for.ts';
import { markThese } from '../mark-notifications.ts';
import { listAbout, lockList, lockLists, updatePreview } from '../notifications.queries.ts';
import { notify, toPreview } from '../notify.ts';
import { publishChanged, removeFromList } from '../publish-notification.ts';
import { changeRemovedMentions } from '../removed-notifications.queries.ts';
import {
  listMentionEntries,
  listReadInConversations,
  pointToLatestMention,
} from './conversation-notifications.queries.ts';

/** Notifies the people who are newly mentioned in a message of a group. */
export async function notifyOfMessage(
  tx: Tx,
  message: Omit<LifecycleEvents['messageUpdated'], 'edited_at'>,
  at: string,
): Promise<void> {
  const { conversation_id, message_id, user_id, text, mentioned } = message;
  if (mentioned.length === 0) return;
  const target = { kind: 'message', id: message_id } as const;
  const mention = { space_id: null, target, mentioned_by: user_id, at };
  const user_ids = await recordMentions(tx, { ...mention, user_ids: mentioned });
  const notifications = [{ type: 'mention', user_ids, text, target } as const];
  await notify(tx, { conversation_id, actor_id: user_id, at, notifications });
}

/** Changes the entries of people whom a message doesn't mention anymore: to an earlier mention that is left, or else they are deleted. */
async function retractMentions(tx: Tx, messageId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const { id, user_id, conversation_id } of await listMentionEntries(tx, messageId, userIds)) {
    const version = await lockList(tx, user_id);
    const message = await pointToLatestMention(tx, id, version);
    if (!message) {
      await removeFromList(tx, user_id, id, version);
      continue;
    }
    const text = withMentionedNames(toPlainExcerpt(message.content), message.people);
    await updatePreview(tx, id, toPreview(text), version);
    await publishChanged(tx, user_id, [id]);
    await readNotificationsOf(tx, { user_id, conversation_ids: [conversation_id] });
  }
}

/**
 * Takes back the notifications of people whom an edited message doesn't mention anymore, shows the others its new text, and
 * notifies those who are newly mentioned.
 */
export async function notifyOfEdit(tx: Tx, message: LifecycleEvents['messageUpdated']): Promise<void> {
  const { message_id, mentioned, text, edited_at } = message;
  const content_preview = toPreview(text);
  const forgotten = await forgetMentions(tx, message_id, mentioned);
  await changeRemovedMentions(tx, message_id, { mentioned, content_preview });
  const about = (await listAbout(tx, message_id, ['mention'], null)).filter(({ user_id }) =>
    mentioned.includes(user_id),
  );
  if (about.length + forgotten.length > 0) await lockLists(tx, [...forgotten, ...mentioned]);
  for (const { id, user_id } of about) {
    await updatePreview(tx, id, content_preview, await lockList(tx, user_id));
    await publishChanged(tx, user_id, [id]);
  }
  await retractMentions(tx, message_id, forgotten);
  await notifyOfMessage(tx, message, edited_at);
}

/** Takes back what people were notified of about a message that is being deleted. */
export async function retractMessage(
  tx: Tx,
  { message_id }: LifecycleEvents['messageDeleted'],
): Promise<void> {
  await retractMentions(tx, message_id, await forgetMentions(tx, message_id, []));
  await deleteNotificationsFor(tx, message_id);
}

/** Notifies people who were added to a group. */
export async function notifyOfAddition(
  tx: Tx,
  { conversation_id, message_id, user_id, added }: LifecycleEvents['participantsAdded'],
): Promise<void> {
  const target = { kind: 'message', id: message_id } as const;
  const notifications = [{ type: 'group_added', user_ids: added, target } as const];
  await notify(tx, { conversation_id, actor_id: user_id, notifications });
}

/** Marks a user's notifications about messages that they have read in chat as read. */
export async function readNotificationsOf(
  tx: Tx,
  { user_id, conversation_ids }: LifecycleEvents['conversationsRead'],
): Promise<void> {
  const ids = await listReadInConversations(tx, user_id, conversation_ids);
  await markThese(tx, user_id, ids, false);
}
