import {
  insertBroadcast,
  sendBroadcast,
} from '#server/features/notifications/broadcasts/broadcasts.queries.ts';
import { nowMs } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';

const day = 24 * 60 * 60_000;

/** Adds an announcement to the lists of members, as if there were so many that they share it. Returns its ID. */
export async function broadcastTo(
  { db }: Pick<TestServer, 'db'>,
  readers: TestPerson | readonly TestPerson[],
  author: TestPerson,
  { space_id, post_id, expiresIn = 90 * day }: { space_id: string; post_id?: string; expiresIn?: number },
): Promise<string> {
  const id = newId();
  const target_id = post_id ?? newId();
  const about = { target_type: 'post', target_id, post_id: target_id, batch_key: null } as const;
  const what = { type: 'admin_announcement', content_preview: 'News', params: {} } as const;
  const expires_at = new Date(nowMs() + expiresIn).toISOString();
  await insertBroadcast(db, { id, space_id, actor_id: author.user.id, ...about, ...what, expires_at });
  const rules = { preference: 'admin_announcements', is_default: true, is_emailed: true, is_pushed: true };
  const muted = { muted_post_id: target_id, muted_space_id: space_id };
  const userIds = [readers].flat().map(({ user }) => user.id);
  await sendBroadcast(db, id, userIds, { ...rules, ...muted });
  return id;
}
