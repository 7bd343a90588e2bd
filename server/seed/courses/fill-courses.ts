import { readFileSync } from 'node:fs';
import type { AccessSettings } from '#contract/features/access/access.ts';
import { toVideoReference } from '#contract/values/text/videos.ts';
import { itemAccess } from '#server/features/access/index.ts';
import { updateGivesCertificates } from '#server/features/certificates/index.ts';
import {
  courseItemWrite,
  createCourse,
  createFolder,
  createPage,
  setCompletion,
} from '#server/features/courses/index.ts';
import { updateSpacePreferences } from '#server/features/notifications/index.ts';
import { setCaptions, setChapters, storeVideo } from '#server/features/videos/index.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from '../add-people.ts';
import { type DemoCourse, type DemoVideo, demoCourses } from '../content/courses.ts';
import { type DemoSpace, limitTime, requireSpaceContext } from '../create-demo-space.ts';
import { createDice } from '../dice.ts';
import { fanOutDemoCourses, publishAlone } from '../fan-out.ts';
import { mediaPath } from '../files/media.ts';
import { storeDemoImage } from '../files/store-image.ts';
import { addResources } from './add-resources.ts';
import { fillPageComments } from './fill-page-comments.ts';
import { fillQuizzes } from './fill-quizzes.ts';
import { toPageHtml } from './page-html.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Members of each space who are notified of its courses. */
const peopleNotified = 5;

/** Creates the courses of a space, and marks their pages as done for some members. */
export async function fillCourses(
  platform: Platform,
  subdomain: string,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const ids = new Map<string, string>();
  await wantNewCourses(platform, space, people);
  for (const course of demoCourses.filter((one) => one.space === subdomain)) {
    const { course_id, pages, limit } = await publishAlone(() =>
      createDemoCourse(platform, course, space, people, now),
    );
    ids.set(course.title, course_id);
    await completePages(platform, course, [...pages.values()], space, people, now);
    await fillQuizzes(platform, course, pages, space, people, now);
    await fillPageComments(platform, course, pages, space, people, now);
    // Afterward, so that what is done was open then.
    await limit(course.after === undefined ? undefined : ids.get(course.after));
  }
}

interface CreatedCourse {
  course_id: string;
  /** The ids of its published pages by their titles, in their order. */
  pages: Map<string, string>;
  /** Sets its rules; `after` is the course that must be completed first. */
  limit: (after: string | undefined) => Promise<void>;
}

/** Creates a course with its folders and pages. */
async function createDemoCourse(
  platform: Platform,
  course: DemoCourse,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<CreatedCourse> {
  const by = requireMember(people, course.by).viewer;
  const scope = await requireSpaceContext(platform, by, space.space_id);
  let at = now - course.days_ago * day;
  const next = async <T>(work: () => Promise<T>): Promise<T> => {
    at += 10 * minute;
    return await withFrozenTime(at, work);
  };
  const stored = { user_id: by.user_id, space_id: space.space_id };
  const shown = { ...stored, purpose: 'course_cover' } as const;
  const cover = await storeDemoImage(platform, shown, `images/${course.image}`);
  const { title, description } = course;
  const fields = {
    title,
    description,
    cover_upload_id: cover.id,
    is_published: true,
    video_done_percent: 90,
    comments_enabled: true,
  };
  const { id: course_id } = await next(() =>
    createCourse(platform, by, scope, { ...fields, client_id: newId() }),
  );
  if (course.gives_certificates) {
    const certificates = { course_id, space_id: space.space_id, created_at: new Date(at).toISOString() };
    await updateGivesCertificates(platform.db, certificates, true);
  }
  const pageIds = new Map<string, string>();
  const addPages = async (pages: DemoCourse['pages'], folder_id: string | null) => {
    for (const { title, text, is_draft = false, video, resources = [] } of pages) {
      const upload_id = video && (await storeDemoVideo(platform, { ...stored, video }));
      const shown = upload_id ? `<figure data-video="${toVideoReference({ upload_id })}"></figure>` : '';
      const below = await addResources(platform, stored, resources);
      const page = { title, content: shown + toPageHtml(text) + below, is_published: !is_draft };
      const { id } = await next(() =>
        createPage(platform, by, scope, { ...page, course_id, folder_id, client_id: newId() }),
      );
      if (video && upload_id)
        await next(() => addVideoTexts(platform, by, scope, { page_id: id, upload_id }, video));
      if (!is_draft) pageIds.set(title, id);
    }
  };
  await addPages(course.pages, null);
  const folderRules: { item_id: string; access: AccessSettings }[] = [];
  for (const { title, pages, access } of course.folders) {
    const folder = { course_id, client_id: newId(), title, is_published: true };
    const { id } = await next(() => createFolder(platform, by, scope, folder));
    await addPages(pages, id);
    if (access) folderRules.push({ item_id: id, access });
  }
  const set = async (item: { item_kind: 'folder' | 'course'; item_id: string }, access: AccessSettings) => {
    const write = courseItemWrite(platform, by, scope, { course_id, ...item });
    await withFrozenTime(limitTime(at, now), () => itemAccess.set(write, access, by.user_id));
  };
  const limit = async (after: string | undefined) => {
    for (const { item_id, access } of folderRules) await set({ item_kind: 'folder', item_id }, access);
    if (after === undefined) return;
    const rule = { kind: 'prerequisite', target: { kind: 'course', id: after } } as const;
    await set({ item_kind: 'course', item_id: course_id }, { match: 'all', rules: [rule] });
  };
  await fanOutDemoCourses(platform, at + 10 * minute);
  return { course_id, pages: pageIds, limit };
}

/** Turns notifications of new courses on for the first members. */
async function wantNewCourses(platform: Platform, space: DemoSpace, people: DemoMembers): Promise<void> {
  for (const key of [...space.joined.keys()].sort().slice(0, peopleNotified)) {
    const { viewer } = requireMember(people, key);
    const scope = await requireSpaceContext(platform, viewer, space.space_id);
    await updateSpacePreferences(platform.db, viewer.user_id, scope, { new_courses: true });
  }
}

/** Stores a video and returns the id of its upload. */
async function storeDemoVideo(
  platform: Platform,
  { video, ...by }: { user_id: string; space_id: string; video: DemoVideo },
): Promise<string> {
  const shown = { ...by, purpose: 'video_poster' } as const;
  const poster = await storeDemoImage(platform, shown, `images/${video.poster}`);
  const path = mediaPath(`files/${video.file}`);
  const stored = { ...by, file_name: video.file, path, poster_upload_id: poster.id };
  return await storeVideo(platform, stored);
}

/** Adds the captions and chapters of a video. */
async function addVideoTexts(
  platform: Platform,
  by: Viewer,
  scope: SpaceContext,
  target: { page_id: string; upload_id: string },
  { file, captions, chapters }: DemoVideo,
): Promise<void> {
  for (const language of captions) {
    const path = mediaPath(`files/${file.replace(/\.[^.]+$/, '')}.${language}.vtt`);
    await setCaptions(platform, by, scope, { ...target, language, file: readFileSync(path, 'utf8') });
  }
  if (chapters.length > 0) await setChapters(platform, by, scope, { ...target, chapters });
}

/** Marks the first pages of a course as done for members who have begun it: each gets as far as their dice say. */
async function completePages(
  platform: Platform,
  course: DemoCourse,
  pageIds: string[],
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const created = now - course.days_ago * day + day;
  for (const key of [...space.joined.keys()].sort()) {
    const dice = createDice(`${course.title} ${key}`);
    const begins = Math.max(created, (space.joined.get(key) ?? now) + minute);
    if (dice.next() > course.begun || begins >= now) continue;
    const share = Math.min(1, course.done * (0.4 + 1.2 * dice.next()));
    const done = pageIds.slice(0, Math.round(share * pageIds.length));
    const { viewer } = requireMember(people, key);
    for (const [index, page_id] of done.entries()) {
      const at = Math.round(begins + ((now - begins) * (index + 1)) / (done.length + 1));
      await withFrozenTime(at, () => setCompletion(platform, viewer, space, { page_id, completed: true }));
    }
  }
}
