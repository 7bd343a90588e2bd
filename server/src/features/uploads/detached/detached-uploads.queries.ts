import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { UploadVariant } from '../uploads.queries.ts';

/** Purposes of files that are deleted as soon as they are detached. Other images are kept a day for open pages. */
const contentPurposes = sql`('post_image', 'post_file', 'comment_image', 'comment_file', 'event_cover')`;

/**
 * Whether the files of deleted content `d` are kept: it was removed by a moderator after `since`, or a case about it is
 * open or was resolved after `since`.
 */
const isKept = (kind: 'post' | 'comment', since: string): RawBuilder<boolean> => sql`(
  ((d.removed_by is not null or d.removal_reason is not null) and d.deleted_at > ${since}::timestamptz)
  or exists (select from moderation_cases m where m.space_id = d.space_id and m.kind = ${kind}
    and m.target_id = d.id and m.resolved_at is null)
  or exists (select from moderation_cases m where m.space_id = d.space_id and m.resolved_at > ${since}::timestamptz
    and m.kind = ${kind} and m.target_id = d.id))`;

/**
 * Whether upload `u` is still used: by a post, comment or event that exists, by an earlier version of one, by deleted
 * content whose files are kept (see `isKept`), or as the current image or video of its user, space or link.
 */
const isInUse = (since: string) => sql<boolean>`case
  when u.purpose in ('post_image', 'post_file') then exists (select from (
      select post_id from post_attachments where upload_id = u.id
      union all select post_id from post_revision_attachments where upload_id = u.id) a
    join posts d on d.id = a.post_id where d.deleted_at is null or ${isKept('post', since)})
  when u.purpose in ('comment_image', 'comment_file') then exists (select from (
      select id as comment_id from post_comments where upload_id = u.id
      union all select comment_id from post_comment_versions where upload_id = u.id) a
    join post_comments d on d.id = a.comment_id where d.deleted_at is null or ${isKept('comment', since)})
  when u.purpose = 'event_cover' then
    exists (select from events e where e.cover_upload_id = u.id and e.deleted_at is null)
    or exists (select from event_series s where s.space_id = u.space_id
      and s.content ->> 'cover_upload_id' = u.id::text
      and exists (select from events e where e.series_id = s.id and e.deleted_at is null))
  when u.purpose = 'avatar' then exists (select from users p
    where p.id = u.user_id and p.avatar_url like '/files/' || u.id || '/%')
  when u.purpose = 'space_icon' then exists (select from spaces s
    where s.id = u.space_id and s.icon_image like '/files/' || u.id || '/%')
  when u.purpose = 'space_cover' then exists (select from spaces s
    where s.id = u.space_id and s.cover_image like '/files/' || u.id || '/%')
  when u.purpose in ('space_intro', 'space_intro_video') then exists (select from spaces s
    where s.id = u.space_id and s.intro_media_url like '/files/' || u.id || '/%')
  when u.purpose = 'link_image' then exists (select from link_previews l where l.image_id = u.id)
  else true end`;

/** Marks those of these uploads as detached that nothing uses anymore. Returns whether there are any. */
export async function markDetached(
  db: Db,
  input: { upload_ids: string[]; at: string; since: string },
): Promise<boolean> {
  const { rows } = await sql`update uploads u set detached_at = ${input.at}::timestamptz
    where u.id = any(${input.upload_ids}::uuid[]) and u.attached_at is not null and u.detached_at is null
      and not ${isInUse(input.since)} returning u.id`.execute(db);
  return rows.length > 0;
}

/**
 * Marks uploads attached before `before` as detached if nothing uses them anymore, and clears the mark of those in
 * use again. `since`: see `isKept`.
 */
export async function detachUnusedUploads(
  db: Db,
  { before, since, now }: { before: string; since: string; now: string },
): Promise<void> {
  await sql`update uploads u set detached_at = ${now}::timestamptz
    where u.purpose in
      ('avatar', 'space_icon', 'space_cover', 'space_intro', 'space_intro_video', 'link_image', 'event_cover')
      and u.detached_at is null and u.attached_at < ${before}::timestamptz and not ${isInUse(since)}`.execute(
    db,
  );
  await sql`update uploads u set detached_at = ${now}::timestamptz
    where u.detached_at is null and not ${isInUse(since)} and u.id in (
      select a.upload_id from posts p join post_attachments a on a.post_id = p.id where p.deleted_at is not null
      union select a.upload_id from posts p join post_revision_attachments a on a.post_id = p.id
        where p.deleted_at is not null
      union select c.upload_id from post_comments c where c.deleted_at is not null and c.upload_id is not null
      union select v.upload_id from post_comment_versions v join post_comments c on c.id = v.comment_id
        where v.upload_id is not null and c.deleted_at is not null)`.execute(db);
  await sql`update uploads u set detached_at = null
    where u.detached_at is not null and ${isInUse(since)}`.execute(db);
}

/** Deletes the rows of uploads that were detached before `before`. Their stored objects are then unknown. */
export async function deleteDetachedUploads(
  db: Db,
  { before, since }: { before: string; since: string },
): Promise<void> {
  await sql`delete from uploads u
    where u.detached_at < ${before}::timestamptz and not ${isInUse(since)}`.execute(db);
}

/** Deletes the rows of some detached files of posts, comments and events, and returns the keys of their objects. */
export async function deleteDetachedContentFiles(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<{ keys: string[]; count: number }> {
  const { rows } = await sql<{ variants: UploadVariant[]; storage_key: string | null }>`
    delete from uploads where id in (
      select u.id from uploads u where u.detached_at is not null and u.purpose in ${contentPurposes}
        and not ${isInUse(since)} limit ${limit} for update skip locked)
    returning variants, storage_key`.execute(db);
  const keys = rows.flatMap(({ variants, storage_key }) => [
    ...variants.map(({ key }) => key),
    ...(storage_key === null ? [] : [storage_key]),
  ]);
  return { keys, count: rows.length };
}

/** Returns which of the ids are uploads. */
export async function listKnownUploads(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
