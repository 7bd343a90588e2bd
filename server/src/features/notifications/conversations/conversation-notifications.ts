import type { Tx } from '#server/platform/db/database.ts';
import type { LifecycleEvents } from '#server/platform/lifecycle.ts';
import { forgetMentions, recordMentions } from '../../mentions/index.ts';
import { markThese } from '../mark-notifications.ts';
import { listAbout, lockList, lockLists, updatePreview } from '../notifications.queries.ts';
import { notify, toPreview } from '../notify.ts';
import { publishChanged, removeFromList } from '../publish-notification.ts';
import { changeRemovedMentions } from '../removed-notifications.queries.ts';
import { listReadInConversations } from './conversation-notifications.queries.ts';

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
  await notify(tx, { conversation_id, actor_id: user_id, notifications });
}

/**
 * Takes back the notifications of people whom an edited message doesn't mention anymore, shows the others its new text, and
 * notifies those who are newly mentioned.
 */
export async function notifyOfEdit(tx: Tx, message: LifecycleEvents['messageUpdated']): Promise<void> {
  const { message_id, mentioned, text, edited_at } = message;
  const content_preview = toPreview(text);
  await forgetMentions(tx, message_id, mentioned);
  await changeRemovedMentions(tx, message_id, { mentioned, content_preview });
  const about = await listAbout(tx, message_id, ['mention'], null);
  if (about.length > 0) await lockLists(tx, [...about.map(({ user_id }) => user_id), ...mentioned]);
  for (const { id, user_id } of about) {
    const version = await lockList(tx, user_id);
    if (mentioned.includes(user_id)) {
      await updatePreview(tx, id, content_preview, version);
      await publishChanged(tx, user_id, [id]);
    } else await removeFromList(tx, user_id, id, version);
  }
  await notifyOfMessage(tx, message, edited_at);
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
