import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/**
 * Whether upload `u` is still the current image or video of its user, space or link: one line for each purpose that
 * has one place.
 */
const isInUse = sql<boolean>`case u.purpose
  when 'avatar' then exists (select from users p
    where p.id = u.user_id and p.avatar_url like '/files/' || u.id || '/%')
  when 'space_icon' then exists (select from spaces s
    where s.id = u.space_id and s.icon_image like '/files/' || u.id || '/%')
  when 'space_cover' then exists (select from spaces s
    where s.id = u.space_id and s.cover_image like '/files/' || u.id || '/%')
  when 'space_intro' then exists (select from spaces s
    where s.id = u.space_id and s.intro_media_url like '/files/' || u.id || '/%')
  when 'space_intro_video' then exists (select from spaces s
    where s.id = u.space_id and s.intro_media_url like '/files/' || u.id || '/%')
  when 'link_image' then exists (select from link_previews l where l.image_id = u.id)
  else true end`;

/**
 * Marks uploads attached before `before` as detached if nothing uses them anymore, and clears the mark of those in
 * use again.
 */
export async function detachUploads(db: Db, before: string, now: string): Promise<void> {
  await sql`update uploads u set detached_at = ${now}::timestamptz
    where u.purpose in
      ('avatar', 'space_icon', 'space_cover', 'space_intro', 'space_intro_video', 'link_image')
      and u.detached_at is null and u.attached_at < ${before}::timestamptz and not ${isInUse}`.execute(db);
  await sql`update uploads u set detached_at = null where u.detached_at is not null and ${isInUse}`.execute(
    db,
  );
}

/** Deletes the rows of uploads that were detached before `before`. Their stored objects are then unknown. */
export async function deleteDetachedUploads(db: Db, before: string): Promise<void> {
  await sql`delete from uploads u
    where u.detached_at < ${before}::timestamptz and not ${isInUse}`.execute(db);
}

/** Returns which of the ids are uploads. */
export async function listKnownUploads(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
