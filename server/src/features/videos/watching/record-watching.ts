import type { WatchedRange } from '#contract/features/videos/videos.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { completePage, requireOpenPage, videoIdsIn } from '../../courses/index.ts';
import { requireActiveMember } from '../../members/index.ts';
import { addWatched, findVideo, hasWatchedAll } from '../videos.queries.ts';

/** Rounds seconds: tinier numbers than a millisecond say nothing and don't fit the columns. */
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/**
 * Adds what the viewer has watched of a video, and stores where they are. The page is done when as much of each of its uploaded
 * videos has been watched as its course asks for. That happens once: whoever marks it as not done later decides for themselves.
 * @throws AppError `page_not_found`, `video_not_found`
 */
export async function recordWatching(
  { db }: Pick<Platform, 'db'>,
  viewer: Viewer,
  { space_id }: Pick<SpaceContext, 'space_id'>,
  input: {
    page_id: string;
    upload_id: string;
    position: number;
    watched: WatchedRange[];
    duration: number | null;
  },
): Promise<{ percent: number; completed_at: string | null }> {
  const { user_id } = viewer;
  const { page_id, upload_id, watched } = input;
  const position = toMilliseconds(input.position);
  return await db.transaction().execute(async (tx) => {
    // One report after another: two that complete the page together would each miss what the other one adds.
    const rights = await requireActiveMember(tx, space_id, user_id, { exclusive: true });
    const page = await requireOpenPage(tx, viewer, rights, page_id);
    const upload_ids = videoIdsIn(page.content);
    const video = upload_ids.includes(upload_id) && (await findVideo(tx, { upload_id, page_id, user_id }));
    if (!video) throw new AppError('video_not_found');
    const duration = video.duration ?? (input.duration === null ? null : toMilliseconds(input.duration));
    const { done_percent } = video;
    const watching = {
      user_id,
      page_id,
      upload_id,
      space_id,
      position,
      watched,
      duration,
      done_percent,
      at: nowIso(),
    };
    const { percent, is_reached } = await addWatched(tx, watching);
    // A page with a quiz is done when that is passed.
    const isDone =
      is_reached &&
      !page.has_quiz &&
      (await hasWatchedAll(tx, { user_id, page_id, upload_ids, done_percent }));
    if (!isDone || page.completed_at !== null) return { percent, completed_at: page.completed_at };
    const done = { user_id, page_id, course_id: page.course_id, space_id };
    return { percent, completed_at: await completePage(tx, done) };
  });
}
