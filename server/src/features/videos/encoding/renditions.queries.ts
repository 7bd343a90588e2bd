import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export interface WaitingVideo {
  upload_id: string;
  space_id: string;
  user_id: string;
  storage_key: string;
  mime_type: string;
  file_name: string;
}

/**
 * Takes the oldest video that isn't encoded yet, so that no other process does. Null if none waits.
 * @param since when a process must have begun if it's still at work
 */
export async function claimVideo(
  db: Db,
  { at, since, attempts }: { at: string; since: string; attempts: number },
): Promise<WaitingVideo | null> {
  const { rows } = await sql<WaitingVideo>`
    update videos v set encoding_at = ${at}::timestamptz, encoding_attempts = encoding_attempts + 1
    from uploads u
    where u.id = v.upload_id and v.upload_id = (select upload_id from videos
      where encoded_at is null and encoding_attempts < ${attempts}
        and (encoding_at is null or encoding_at < ${since}::timestamptz)
      order by created_at limit 1 for update skip locked)
    returning v.upload_id, v.space_id, u.user_id, u.storage_key, u.mime_type, u.file_name`.execute(db);
  return rows[0] ?? null;
}

/** Returns a video that couldn't be encoded, or marks one that was. An attempt that was interrupted doesn't count. */
export async function releaseVideo(
  db: Db,
  upload_id: string,
  { encoded_at, isInterrupted }: { encoded_at: string | null; isInterrupted: boolean },
): Promise<void> {
  await sql`update videos set encoding_at = null, encoded_at = ${encoded_at}::timestamptz,
    encoding_attempts = encoding_attempts - ${isInterrupted ? 1 : 0}
    where upload_id = ${upload_id}::uuid`.execute(db);
}

export interface Rendition {
  upload_id: string;
  short_side: number;
  space_id: string;
  rendition_upload_id: string;
  width: number;
  height: number;
  bits_per_second: number;
  playlist: string;
}

/** Adds a rendition. Returns false if there is one of this size, or the video was deleted meanwhile. */
export async function insertRendition(db: Db, rendition: Rendition): Promise<boolean> {
  const { rows } = await sql`
    insert into video_renditions (upload_id, short_side, space_id, rendition_upload_id, width, height, bits_per_second, playlist)
    select v.upload_id, ${rendition.short_side}, v.space_id, ${rendition.rendition_upload_id}::uuid, ${rendition.width},
      ${rendition.height}, ${rendition.bits_per_second}, ${rendition.playlist}
    from videos v where v.upload_id = ${rendition.upload_id}::uuid for key share of v
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** Returns the renditions of a video, smallest first. */
export async function listRenditions(db: Db, upload_id: string): Promise<Rendition[]> {
  return await db
    .selectFrom('video_renditions')
    .selectAll()
    .where('upload_id', '=', upload_id)
    .orderBy('short_side')
    .execute();
}

/** Returns the video of which an upload is a rendition; null without one. */
export async function findVideoOfRendition(db: Db, renditionId: string): Promise<string | null> {
  const query = db
    .selectFrom('video_renditions')
    .select('upload_id')
    .where('rendition_upload_id', '=', renditionId);
  return (await query.executeTakeFirst())?.upload_id ?? null;
}

/** Records that a process can encode videos, unless one was recorded after `since`. */
export async function recordEncoder(db: Db, at: string, since: string): Promise<void> {
  await sql`insert into video_encoder as e (seen_at) values (${at}::timestamptz)
    on conflict (singleton) do update set seen_at = excluded.seen_at where e.seen_at < ${since}::timestamptz`.execute(
    db,
  );
}

/** Returns whether a process that can encode videos was recorded after `since`. */
export async function hasEncoder(db: Db, since: string): Promise<boolean> {
  const query = db.selectFrom('video_encoder').select('seen_at').where('seen_at', '>', since);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The pages of one course that show a video now. */
export interface ShowingPages {
  space_id: string;
  page_ids: string[];
  /** Who sees pages that not everyone sees: null for those that everyone sees. */
  editor_ids: string[] | null;
}

/** Returns the pages that show a video now: those that everyone sees, and the others of each course. */
export async function listPagesOfVideo(db: Db, uploadId: string): Promise<ShowingPages[]> {
  const { rows } = await sql<ShowingPages>`
    select p.space_id, array_agg(p.id order by p.id) as page_ids,
      case when not p.is_shown then array(select m.user_id from space_members m join courses c on c.id = p.course_id
        where m.space_id = p.space_id and m.status = 'active'
          and (m.role in ('owner', 'admin') or m.user_id = c.editor_id)) end as editor_ids
    from (select p.id, p.space_id, case when not is_course_shown(p.course_id, p.id) then p.course_id end as course_id,
        is_course_shown(p.course_id, p.id) as is_shown
      from course_page_uploads i join course_pages p on p.id = i.page_id
      where i.upload_id = ${uploadId}::uuid and i.last_revision is null and p.deleted_at is null) p
    group by p.space_id, p.course_id, p.is_shown`.execute(db);
  return rows;
}
