import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import {
  type AnnouncementType,
  findAnnounced,
  listPagesOfFolder,
  listUnannounced,
  upsertAnnouncement,
} from './announcements.queries.ts';
import { insertRetractions } from './retractions.queries.ts';

/** Time to publish what belongs to it and to mend mistakes, in milliseconds. */
const announceAfter = 5 * 60_000;
/** What is published in a course in this time is one notification, in milliseconds. */
export const announcementLifetime = 60 * 60_000;
/** Publishing something again within this time notifies nobody again, in milliseconds. */
const quietAfter = 24 * 60 * 60_000;

/** A course and who changes it. The caller has locked the course. */
interface Publication {
  tx: Tx;
  course: { id: string; space_id: string };
  user_id: string;
}

const quietSince = () => new Date(nowMs() - quietAfter).toISOString();

async function announce(
  { tx, course, user_id }: Publication,
  type: AnnouncementType,
  page_ids: string[],
): Promise<void> {
  const due_at = new Date(nowMs() + announceAfter).toISOString();
  const [opened_at, broadcast_id] = [nowIso(), newId()];
  const key = { course_id: course.id, space_id: course.space_id, type };
  const announcement = { ...key, actor_id: user_id, page_ids, opened_at, due_at, broadcast_id };
  await upsertAnnouncement(tx, announcement, announcementLifetime);
}

/** Queues notifying members that a course was published, unless they were notified of it within a day. */
export async function announceCourse(publication: Publication): Promise<void> {
  const { announced_at } = await findAnnounced(publication.tx, publication.course.id);
  if (announced_at === null || announced_at <= quietSince()) await announce(publication, 'new_course', []);
}

/**
 * Queues notifying members that pages of a published course were published. Those that aren't shown, or of which members were
 * notified within a day, are left out. If they don't know the course yet, they are notified of the course instead.
 */
export async function announcePages(publication: Publication, pageIds: string[]): Promise<void> {
  const { tx, course } = publication;
  const page_ids = await listUnannounced(tx, pageIds, quietSince());
  if (page_ids.length === 0) return;
  const { announced_at, is_queued } = await findAnnounced(tx, course.id);
  if (is_queued) return;
  if (announced_at === null) await announce(publication, 'new_course', []);
  else await announce(publication, 'new_pages', page_ids);
}

/** Queues deleting the notifications of a course that isn't shown anymore. */
export async function retractCourse(tx: Tx, courseId: string): Promise<void> {
  await insertRetractions(tx, { course_id: courseId, page_ids: null, at: nowIso() });
}

/** Queues deleting the notifications of pages that aren't shown anymore. */
export async function retractPages(tx: Tx, courseId: string, pageIds: string[]): Promise<void> {
  await insertRetractions(tx, { course_id: courseId, page_ids: pageIds, at: nowIso() });
}

/** As `announcePages` or `retractPages`, for what a folder shows or hides. */
export async function announceFolder(
  publication: Publication,
  folderId: string,
  { isShown }: { isShown: boolean },
): Promise<void> {
  const pageIds = await listPagesOfFolder(publication.tx, folderId);
  if (isShown) await announcePages(publication, pageIds);
  else await retractPages(publication.tx, publication.course.id, pageIds);
}
