import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { runBatch } from '#server/platform/jobs/run-batch.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { deleteNotificationsFor, notifyMembers, retractBroadcastsAbout } from '../../notifications/index.ts';
import { announcementLifetime } from './announce.ts';
import {
  type AnnouncedCourse,
  type AnnouncementKey,
  type DueAnnouncement,
  deleteAnnouncement,
  deleteClosedAnnouncements,
  findAnnouncedCourse,
  findNextAnnouncement,
  lockAnnouncement,
  markAnnounced,
  updateAnnouncementCursor,
} from './announcements.queries.ts';
import { listCourseReaders } from './list-course-readers.ts';
import {
  deleteRetraction,
  findHiddenSeveral,
  findNextRetraction,
  lockRetraction,
  type Retraction,
} from './retractions.queries.ts';

/** Notifications that are deleted in one transaction. */
const batchSize = 100;

function toNotification(course: AnnouncedCourse, { type, opened_at }: DueAnnouncement) {
  const target = { kind: 'course', id: course.id } as const;
  if (type === 'new_course') return { type, target, text: course.description } as const;
  const [first, ...others] = course.pages;
  const several = others.length > 0;
  const post_id = several ? null : (first?.page.id ?? null);
  return { type, target: { ...target, post_id }, params: { several, since: opened_at } } as const;
}

/**
 * Notifies the next members of one announcement, and saves how far that went. Nobody is notified of what isn't shown by now.
 * Returns whether there are more.
 */
async function announceNext(tx: Tx, key: AnnouncementKey): Promise<boolean> {
  const announcement = await lockAnnouncement(tx, key, nowIso());
  if (!announcement) return false;
  const { space_id, actor_id, page_ids, broadcast_id, cursor_user_id: after } = announcement;
  const course = await findAnnouncedCourse(tx, key.course_id, page_ids);
  const isEmpty = key.type === 'new_course' ? course?.page_count === 0 : course?.pages.length === 0;
  if (!course || isEmpty) {
    await deleteAnnouncement(tx, key);
    return false;
  }
  const notification = toNotification(course, announcement);
  if (after === null) await markAnnounced(tx, { ...key, page_ids }, nowIso());
  const { cursor, is_done } = await notifyMembers(tx, {
    ...{ space_id, actor_id, notification, broadcast_id, after },
    listReaders: (userIds) => listCourseReaders(tx, { ...course, space_id }, userIds),
  });
  if (is_done || cursor !== null) await updateAnnouncementCursor(tx, key, is_done ? null : cursor);
  return !is_done;
}

const types: ('new_course' | 'new_pages')[] = ['new_course', 'new_pages'];

/** Deletes some of the notifications of a course or page that isn't shown anymore. Returns whether there may be more. */
async function deleteSome(tx: Tx, { target_id, course_id, space_id }: Retraction): Promise<boolean> {
  const isPage = target_id !== course_id;
  const about = { space_id, types, target_id: course_id, post_id: isPage ? target_id : null };
  if (await deleteNotificationsFor(tx, target_id, { limit: batchSize, types })) return true;
  if (await retractBroadcastsAbout(tx, about)) return true;
  const since = isPage ? await findHiddenSeveral(tx, course_id) : null;
  if (since === null) return false;
  await deleteNotificationsFor(tx, course_id, { limit: batchSize, types, since });
  await retractBroadcastsAbout(tx, { ...about, post_id: null, since });
  return true;
}

/** Deletes some of the notifications of what isn't shown anymore. Returns whether there are more. */
async function retractNext(tx: Tx, retraction: Retraction): Promise<boolean> {
  const locked = await lockRetraction(tx, retraction);
  if (!locked) return false;
  const isLeft = locked.is_hidden && (await deleteSome(tx, retraction));
  if (!isLeft) await deleteRetraction(tx, retraction.target_id);
  return isLeft;
}

/** Runs a step in a transaction. Returns false if it fails, which is logged: the next run tries it again. */
async function attempt(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  courseId: string,
  step: (tx: Tx) => Promise<boolean>,
) {
  try {
    await runBatch(() => db.transaction().execute(step));
    return true;
  } catch (error) {
    if (!reportUnavailable(log, error))
      log.error(
        { err: error, course_id: courseId },
        'notifying of a course failed; the next run will retry it',
      );
    return false;
  }
}

/**
 * Deletes the notifications of what isn't shown anymore, and notifies members of courses and pages that are due. The two take turns, so
 * that nobody waits until everything that an owner has hidden is through.
 */
export async function notifyOfCourses(
  platform: Pick<Platform, 'db' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const { db } = platform;
  const failed: string[] = [];
  while (!stopping?.aborted) {
    const retraction = await findNextRetraction(db, failed);
    if (retraction) {
      const { target_id, course_id } = retraction;
      if (!(await attempt(platform, course_id, (tx) => retractNext(tx, retraction)))) failed.push(target_id);
    }
    const key = await findNextAnnouncement(db, nowIso(), failed);
    if (key && !(await attempt(platform, key.course_id, (tx) => announceNext(tx, key))))
      failed.push(key.course_id);
    if (!retraction && !key) break;
  }
  await deleteClosedAnnouncements(db, new Date(nowMs() - announcementLifetime).toISOString());
}

export function notifyOfCoursesJob(platform: Pick<Platform, 'db' | 'log'>): JobKind {
  return {
    name: 'notify-of-courses',
    schedule: '* * * * *',
    retries: 0,
    run: (_data, stopping) => notifyOfCourses(platform, stopping),
  };
}
