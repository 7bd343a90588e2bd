import { sql } from 'kysely';
import type { Chapter } from '#contract/features/videos/video-texts.ts';
import type { WatchedRange } from '#contract/features/videos/videos.ts';
import type { Db } from '#server/platform/db/database.ts';
import { attachedColumns, type UploadRow } from '../uploads/index.ts';

export interface VideoRow {
  upload_id: string;
  file_name: string;
  mime_type: string;
  byte_size: number;
  duration: number | null;
  poster: UploadRow | null;
  /** Whether it was encoded in another size. */
  has_stream: boolean;
  caption_languages: string[];
  chapters: Chapter[];
  position: number | null;
  percent: number | null;
  /** What the course of the page asks for, in percent. */
  done_percent: number;
}

export async function insertVideo(
  db: Db,
  video: {
    upload_id: string;
    space_id: string;
    duration: number | null;
    poster_upload_id: string | null;
    created_at: string;
  },
): Promise<void> {
  await db.insertInto('videos').values(video).execute();
}

/** Returns a video with what a user has watched of it on a page; null without one. */
export async function findVideo(
  db: Db,
  video: { upload_id: string; page_id: string; user_id: string | null },
): Promise<VideoRow | null> {
  const { rows } = await sql<VideoRow>`
    select v.upload_id, u.file_name, u.mime_type, u.byte_size, v.duration, v.chapters, w.position, w.percent,
      (select c.video_done_percent from course_pages p join courses c on c.id = p.course_id
        where p.id = ${video.page_id}::uuid) as done_percent,
      exists (select from video_renditions r where r.upload_id = v.upload_id) as has_stream,
      array(select t.language from video_captions t where t.upload_id = v.upload_id
        order by t.language) as caption_languages,
      (select ${attachedColumns} from uploads f where f.id = v.poster_upload_id) as poster
    from videos v join uploads u on u.id = v.upload_id
    left join video_progress w on w.upload_id = v.upload_id and w.page_id = ${video.page_id}::uuid
      and w.user_id = ${video.user_id}::uuid
    where v.upload_id = ${video.upload_id}::uuid`.execute(db);
  const [row] = rows;
  return row ? { ...row, byte_size: Number(row.byte_size) } : null;
}

/** Returns the video whose poster an upload is; null without one. */
export async function findVideoOfPoster(db: Db, posterId: string): Promise<string | null> {
  const query = db.selectFrom('videos').select('upload_id').where('poster_upload_id', '=', posterId);
  return (await query.executeTakeFirst())?.upload_id ?? null;
}

/**
 * Adds what a user has watched of a video. Returns how much that is in percent, and whether it's as much as `done_percent` for the
 * first time.
 */
export async function addWatched(
  db: Db,
  watching: {
    user_id: string;
    page_id: string;
    upload_id: string;
    space_id: string;
    position: number;
    watched: WatchedRange[];
    duration: number | null;
    done_percent: number;
    at: string;
  },
): Promise<{ percent: number; is_reached: boolean }> {
  const { user_id, page_id, upload_id, space_id, position, duration, done_percent, at } = watching;
  const watched = `{${watching.watched.map(([from, to]) => `[${from},${to})`).join(',')}}`;
  // Seconds after the end don't count. A row that another request has just added is locked by the insert.
  const counted = (
    ranges: unknown,
  ) => sql`(case when ${duration}::real is null then 0 else least(100, floor(100 * coalesce((
    select sum(upper(r) - lower(r)) from unnest(${ranges} * int4multirange(int4range(0, ceil(${duration}::real)::int))) r), 0)
    / greatest(1, floor(${duration}::real))))::int end)`;
  const { rows } = await sql<{ percent: number }>`
    insert into video_progress as w (user_id, page_id, upload_id, space_id, position, watched, percent, updated_at)
    values (${user_id}::uuid, ${page_id}::uuid, ${upload_id}::uuid, ${space_id}::uuid, ${position}::real,
      ${watched}::int4multirange, ${counted(sql`${watched}::int4multirange`)}, ${at}::timestamptz)
    on conflict (user_id, page_id, upload_id) do update set position = excluded.position,
      watched = w.watched + excluded.watched, updated_at = excluded.updated_at,
      percent = greatest(w.percent, ${counted(sql`(w.watched + excluded.watched)`)})
    returning percent`.execute(db);
  const { rows: reached } = await sql`
    update video_progress set reached_at = ${at}::timestamptz
    where user_id = ${user_id}::uuid and page_id = ${page_id}::uuid and upload_id = ${upload_id}::uuid
      and reached_at is null and percent >= ${done_percent} returning 1`.execute(db);
  return { percent: rows[0]?.percent ?? 0, is_reached: reached.length > 0 };
}

/** Returns whether a user has watched as much of all these videos of a page as its course asked for. */
export async function hasWatchedAll(
  db: Db,
  page: { user_id: string; page_id: string; upload_ids: string[]; done_percent: number },
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from video_progress where user_id = ${page.user_id}::uuid
      and page_id = ${page.page_id}::uuid and upload_id = any(${page.upload_ids}::uuid[])
      and (reached_at is not null or percent >= ${page.done_percent})`.execute(db);
  return rows[0]?.count === page.upload_ids.length;
}
