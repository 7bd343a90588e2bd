import { sql } from 'kysely';
import type { Mute } from '#contract/features/notifications/mutes.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';

/** A post of a space, or the space itself. */
export interface MuteTarget {
  space_id: string;
  target_id: string;
}

/** Returns a user's mute of a post or space; null if there is none anymore. */
export async function findMute(db: Db, userId: string, targetId: string): Promise<Mute | null> {
  const { rows } = await sql<Mute>`
    select muted_until as until from notification_mutes
    where user_id = ${userId}::uuid and target_id = ${targetId}::uuid and muted_until > ${nowIso()}::timestamptz`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Returns the ids of the spaces that a user has muted. */
export async function listMutedSpaces(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select space_id from notification_mutes
    where user_id = ${userId}::uuid and target_id = space_id and muted_until > ${nowIso()}::timestamptz
    order by space_id`.execute(db);
  return rows.map(({ space_id }) => space_id);
}

/** Mutes a post or space until then. Replaces an earlier mute. */
export async function upsertMute(
  db: Db,
  userId: string,
  { space_id, target_id }: MuteTarget,
  until: string,
): Promise<Mute> {
  const { rows } = await sql<Mute>`
    insert into notification_mutes (user_id, space_id, target_id, muted_until)
    values (${userId}::uuid, ${space_id}::uuid, ${target_id}::uuid, ${until}::timestamptz)
    on conflict (user_id, target_id) do update set muted_until = excluded.muted_until
    returning muted_until as until`.execute(db);
  return rows[0] as Mute;
}

/** Does nothing if it isn't muted. */
export async function deleteMute(db: Db, userId: string, targetId: string): Promise<void> {
  await db
    .deleteFrom('notification_mutes')
    .where('user_id', '=', userId)
    .where('target_id', '=', targetId)
    .execute();
}

/** Deletes the mutes that have ended. */
export async function deleteEndedMutes(db: Db): Promise<void> {
  await db.deleteFrom('notification_mutes').where('muted_until', '<=', nowIso()).execute();
}

/** Deletes what a former member has muted in a space. */
export async function deleteMutesIn(db: Db, userId: string, spaceId: string): Promise<void> {
  await db
    .deleteFrom('notification_mutes')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .execute();
}
