import type { Tx } from '#server/platform/db/database.ts';
import { membersChannel, publish } from '#server/platform/live/publish.ts';
import { type NewNotification, type NotificationInput, notify, toNewNotification } from '../notify.ts';
import {
  type BroadcastRules,
  findBroadcast,
  findByBatchKey,
  insertBroadcast,
  type NewBroadcast,
  sendBroadcast,
} from './broadcasts.queries.ts';
import { listRecipients } from './recipients.queries.ts';
import { retractBroadcast } from './retract-broadcasts.ts';

/** The most recipients who each get a row of their own. More of them share one. */
const maxRows = 1_000;
/** Members who are notified in one transaction, so that a large space blocks no one for long. */
const batchSize = { rows: 100, broadcast: 1_000 };

type MembersType = 'new_post' | 'admin_announcement' | 'new_course' | 'new_pages';
type MembersInput = Omit<Extract<NotificationInput, { type: MembersType }>, 'user_ids'>;

interface Progress {
  /** The last member who was notified; null if none was. */
  cursor: string | null;
  is_done: boolean;
}

interface NotifyMembersInput {
  space_id: string;
  actor_id: string | null;
  notification: MembersInput;
  /**
   * The id of the broadcast, if they share one, for a target that members are notified of more than once. An earlier broadcast with
   * the same batch key gives way to it.
   */
  broadcast_id?: string;
  /** Returns those of the users who can open the target, in the same order; all of them by default. */
  listReaders?: (userIds: string[]) => Promise<string[]>;
  /** The last member who was notified, as the call before returned it. */
  after: string | null;
}

const toParts = ({
  id,
  ...row
}: Omit<NewNotification, 'user_id'>): {
  broadcast: Omit<NewBroadcast, 'space_id' | 'actor_id'>;
  rules: BroadcastRules;
} => {
  const { type, content_preview, target_type, target_id, post_id, batch_key, params, expires_at } = row;
  const { preference, is_default, muted_post_id, muted_space_id, is_emailed, is_pushed } = row;
  return {
    broadcast: { id, type, content_preview, target_type, target_id, post_id, batch_key, params, expires_at },
    rules: { preference, is_default, muted_post_id, muted_space_id, is_emailed, is_pushed },
  };
};

/**
 * Returns the broadcast to send to the next members, if there are so many that they share one; null if they don't. `retracting` if
 * an earlier one is still being retracted, `superseded` if members have one of a later post instead.
 */
async function openBroadcast(
  tx: Tx,
  { space_id, actor_id, notification, after, broadcast_id }: NotifyMembersInput,
): Promise<{ id: string; rules: BroadcastRules } | 'retracting' | 'superseded' | null> {
  const { type, target } = notification;
  const { broadcast, rules } = toParts(toNewNotification(notification, { space_id, actor_id }));
  const known = await findBroadcast(tx, broadcast_id ? { id: broadcast_id } : { type, target_id: target.id });
  if (known) return { id: known, rules };
  const { batch_key } = broadcast;
  const other = batch_key ? await findByBatchKey(tx, { space_id, batch_key, post_id: target.id }) : null;
  // The fan-out of this post failed, and that of a later one was faster. Nobody gets both.
  if (other?.is_later) return 'superseded';
  const recipients = { space_id, post_id: target.id, type, after, limit: maxRows + 1 };
  if (after !== null || (await listRecipients(tx, recipients)).length <= maxRows) return null;
  // The entry of the earlier post gives way to the one of this post, like one of which there is a row for each member.
  if (other && (await retractBroadcast(tx, { id: other.id, space_id }))) return 'retracting';
  const id = broadcast_id ?? broadcast.id;
  await insertBroadcast(tx, { ...broadcast, id, space_id, actor_id });
  return { id, rules };
}

/**
 * Notifies the next members of a post or course, by their ids. Call it until `is_done`, each time in a transaction that saves the
 * cursor, and call it last. Everyone gets the post once, however often the calls are interrupted.
 */
export async function notifyMembers(tx: Tx, input: NotifyMembersInput): Promise<Progress> {
  const { space_id, actor_id, notification, after, listReaders } = input;
  const { type, target } = notification;
  const broadcast = await openBroadcast(tx, input);
  if (broadcast === 'superseded') return { cursor: after, is_done: true };
  if (broadcast === 'retracting') return { cursor: after, is_done: false };
  const limit = broadcast ? batchSize.broadcast : batchSize.rows;
  const next = await listRecipients(tx, { space_id, post_id: target.id, type, after, limit });
  const user_ids = listReaders && next.length > 0 ? await listReaders(next) : next;
  if (broadcast) {
    const sent = await sendBroadcast(tx, broadcast.id, user_ids, broadcast.rules);
    const payload = { broadcast_id: broadcast.id, is_news: true, user_ids: sent };
    if (sent.length > 0) await publish(tx, membersChannel(space_id), 'broadcast.changed', payload);
  } else {
    const toAll = { ...notification, user_ids } as NotificationInput;
    await notify(tx, { space_id, actor_id, notifications: [toAll], are_readers: listReaders !== undefined });
  }
  return { cursor: next.at(-1) ?? after, is_done: next.length < limit };
}
