import type { LiveEvent } from '#contract/live.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { LiveChannelKind, PersonalEvent } from '#server/platform/live/live-channels.ts';
import { listEntries } from '../entries.queries.ts';
import { hideClosed } from '../hide-closed.ts';
import { listBroadcastViews } from './broadcasts.queries.ts';

/** Users whose counts are read together. */
const together = 500;

/** Returns what these users get instead of an event about a broadcast: the same as of an entry of their own. */
async function toPersonal(
  db: Db,
  event: Extract<LiveEvent, { type: 'broadcast.changed' }>,
  userIds: readonly string[],
): Promise<PersonalEvent[]> {
  const { broadcast_id, is_news } = event.payload;
  const views = await listBroadcastViews(db, broadcast_id, userIds);
  const reader = views.find(({ is_listed }) => is_listed);
  const [shared] = reader ? await listEntries(db, [{ id: broadcast_id, user_id: reader.user_id }]) : [];
  const listed = views.flatMap(({ unread_count, is_listed, ...view }) =>
    is_listed && shared ? { ...shared, ...view } : [],
  );
  const entries = new Map((await hideClosed(db, listed)).map((entry) => [entry.user_id, entry]));
  return views.map(({ user_id, unread_count, version }): PersonalEvent => {
    const notification = entries.get(user_id);
    if (!notification) {
      const payload = { notification_id: broadcast_id, unread_count, version };
      return { user_id, type: 'notification.removed', payload };
    }
    const payload = { notification, is_news, is_kept_unread: false, unread_count };
    return { user_id, type: 'notification.changed', payload };
  });
}

/** Tells each member of a space who is connected about a broadcast, with their own count. */
export const membersChannelKind: LiveChannelKind = {
  canSubscribe: async () => false,
  personal: {
    usersOf: (event) => (event.type === 'broadcast.changed' ? event.payload.user_ids : []),
    async *eventsFor(db, event, userIds) {
      if (event.type !== 'broadcast.changed') return;
      for (let start = 0; start < userIds.length; start += together)
        yield await toPersonal(db, event, userIds.slice(start, start + together));
    },
  },
};
