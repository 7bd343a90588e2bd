import { declarationOf, type NotificationType } from '#contract/features/notifications/notification-types.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { membersChannel, publish } from '#server/platform/live/publish.ts';
import { type NotificationRedirect, toPreview } from '../notify.ts';
import {
  deleteBroadcast,
  findBroadcast,
  findBroadcastAbout,
  findExpiredBroadcast,
  findRedirected,
  incrementVersions,
  listBroadcastRecipients,
  lockExpiredBroadcast,
  redirectBroadcast,
  takeFromRecipients,
  updateRedirected,
} from './broadcasts.queries.ts';

/** Hundreds of recipients whose lists are changed in one transaction. */
const hundreds = 5;
const eventSize = 500;

interface BroadcastOfSpace {
  id: string;
  space_id: string;
}

/** Takes a broadcast out of the lists of some of its recipients; deletes it once it's in none. Returns whether more are left. */
export async function retractBroadcast(tx: Tx, { id, space_id }: BroadcastOfSpace): Promise<boolean> {
  const user_ids = await takeFromRecipients(tx, id, hundreds);
  if (user_ids.length === 0) {
    await deleteBroadcast(tx, id);
    return false;
  }
  await publish(tx, membersChannel(space_id), 'broadcast.changed', {
    broadcast_id: id,
    is_news: false,
    user_ids,
  });
  return true;
}

/**
 * Takes the broadcasts about a post that is being deleted out of the lists of some recipients, or redirects them. Returns whether
 * more are left. Call it last, in the same transaction.
 */
export async function retractBroadcastsOf(
  tx: Tx,
  post: { id: string; space_id: string },
  redirect_to: NotificationRedirect | null,
): Promise<boolean> {
  for (const type of ['admin_announcement', 'new_post'] as const) {
    const id = await findBroadcast(tx, { type, target_id: post.id });
    if (!id) continue;
    if (redirect_to?.type !== type || declarationOf(type).target_deleted !== 'redirect')
      return await retractBroadcast(tx, { id, space_id: post.space_id });
    const { target, params, text } = redirect_to;
    const to = { target_id: target.id, post_id: target.post_id, params, content_preview: toPreview(text) };
    await redirectBroadcast(tx, id, post.id, to);
  }
  return await publishRedirected(tx, post);
}

/**
 * Takes the broadcasts of these types about a target that isn't shown anymore, or about one post or page of it, out of the lists of
 * some recipients. Returns whether more are left. Call it last, in the same transaction.
 */
export async function retractBroadcastsAbout(
  tx: Tx,
  {
    space_id,
    ...of
  }: {
    space_id: string;
    types: NotificationType[];
    target_id: string;
    post_id: string | null;
    since?: string;
  },
): Promise<boolean> {
  const id = await findBroadcastAbout(tx, of);
  if (id === null) return false;
  await retractBroadcast(tx, { id, space_id });
  return true;
}

/** Tells some recipients of a broadcast about a deleted post what it is about now. Returns whether more are left. */
async function publishRedirected(tx: Tx, post: { id: string; space_id: string }): Promise<boolean> {
  const redirected = await findRedirected(tx, post.id);
  if (!redirected) return false;
  const { id, redirected_through: after } = redirected;
  const user_ids = await listBroadcastRecipients(tx, id, { after, atLeast: eventSize });
  await updateRedirected(tx, id, user_ids.at(-1) ?? null);
  if (user_ids.length === 0) return false;
  await incrementVersions(tx, user_ids);
  await publish(tx, membersChannel(post.space_id), 'broadcast.changed', {
    broadcast_id: id,
    is_news: false,
    user_ids,
  });
  return true;
}

/** Deletes the broadcasts that have expired. One that someone snoozes meanwhile stays in the lists that it's still in. */
export async function deleteExpiredBroadcasts(db: Database): Promise<void> {
  for (;;) {
    const broadcast = await findExpiredBroadcast(db);
    if (!broadcast) return;
    const retract = async (tx: Tx) =>
      (await lockExpiredBroadcast(tx, broadcast.id)) && (await retractBroadcast(tx, broadcast));
    while (await db.transaction().execute(retract));
  }
}
