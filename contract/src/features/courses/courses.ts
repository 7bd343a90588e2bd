import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { isBlank } from '../../schema/characters.ts';
import { id, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { htmlInput } from '../../schema/rich-text.ts';
import { avatarPerson } from '../../users.ts';
import { maxCourseDescription, maxCourseTitle, videoDonePercents } from '../../values/limits.ts';
import { accessSettings, lock } from '../access/access.ts';
import { image, storedFile } from '../uploads/uploads.ts';

/** Who can open an item. Locked items are listed, but can't be opened. */
const openedBy = {
  /** Why the viewer can't open it because of its own rules; null if they let them. */
  lock: lock.nullable(),
  /** Its rules, for viewers who can edit the course; null for others, and without rules. */
  access: accessSettings.nullable(),
};

/**
 * A course as this viewer sees it. Counts and progress are about the pages that they can see: everyone sees published ones,
 * editors (owner, admins, the creator of the course) also drafts.
 */
export const course = z.object({
  id,
  space_id: id,
  /** Eight lowercase letters or digits, for short addresses. */
  short_id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  cover: image.nullable(),
  is_published: z.boolean(),
  /** How much of its uploaded videos one must have watched for a page to be done, in percent. */
  video_done_percent: z.number().int(),
  /** Whether members can talk below its pages. While it's off, nobody sees earlier comments. */
  comments_enabled: z.boolean(),
  /** Who created it. */
  user_id: id,
  page_count: z.number().int(),
  completed_count: z.number().int(),
  /** Completed pages in percent, rounded, 0 for a course without pages. Null for viewers who aren't members. */
  progress: z.number().int().nullable(),
  can_edit: z.boolean(),
  ...openedBy,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Course = z.output<typeof course>;

/** A folder of a course. The pages without a folder are shown before the folders. */
export const courseFolder = z.object({ id, title: z.string(), is_published: z.boolean(), ...openedBy });
export type CourseFolder = z.output<typeof courseFolder>;

/** What is left out of the items of a tree, because most items have none of it. */
const unusual = {
  /** Left out if it is published. */
  is_published: z.literal(false).optional(),
  /** Its rules; left out without any, and for viewers who can't edit the course. */
  access: accessSettings.optional(),
};
const treePage = z.object({
  id,
  title: z.string(),
  ...unusual,
  /** In minutes; left out if it is 1. */
  estimated_duration: z.number().int().optional(),
  /** Left out if it is 1. */
  revision: z.number().int().optional(),
  /** Left out without one. */
  has_quiz: z.literal(true).optional(),
});
const treePages = {
  pages: z.array(treePage),
  /** How many pages come before and after those of a part; left out if there are none. */
  before: z.number().int().optional(),
  after: z.number().int().optional(),
};
/** The folders and pages of a course, in their order, without what is the viewer's own. Pages without a folder come first. */
export const courseTree = z.object({
  ...treePages,
  folders: z.array(z.object({ id, title: z.string(), ...unusual, ...treePages })),
});
export type CourseTree = z.output<typeof courseTree>;

/** A page in the contents of its course. */
export const coursePageSummary = z.object({
  id,
  /** Null for a page without a folder. */
  folder_id: id.nullable(),
  title: z.string(),
  is_published: z.boolean(),
  /** In minutes. */
  estimated_duration: z.number().int(),
  /** 1 for a new page, raised by each edit of its title or content. */
  revision: z.number().int(),
  /** A page with a quiz is done once it is passed, and can't be marked as done before. */
  has_quiz: z.boolean(),
  /** When the viewer marked the page as done; null if they haven't. */
  completed_at: timestamp.nullable(),
  ...openedBy,
});
export type CoursePageSummary = z.output<typeof coursePageSummary>;

/** A page with its text. */
export const coursePage = coursePageSummary.extend({
  course_id: id,
  space_id: id,
  /** Sanitized HTML as it is shown: without a first heading that repeats the title. */
  body: z.string(),
  /** Sanitized HTML as it was saved, for viewers who can edit the page; null for others. */
  content: z.string().nullable(),
  /** The files that the text names. */
  files: z.array(storedFile),
  can_edit: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type CoursePage = z.output<typeof coursePage>;

/** A version of a page, without its text. */
export const coursePageRevision = z.object({
  revision: z.number().int(),
  title: z.string(),
  /** Who wrote this version; null if their account was deleted. */
  author: avatarPerson.nullable(),
  written_at: timestamp,
});
export type CoursePageRevision = z.output<typeof coursePageRevision>;

export const courseTitleField = limitCharacters(z.string().trim(), {
  min: [1, () => t('Add a title.')],
  max: [maxCourseTitle, () => t('Title must be at most 100 characters')],
}).refine((title) => !isBlank(title), { error: () => t('Add a title.') });
/** The title of a page. A blank one is derived from the content. */
export const pageTitleField = limitCharacters(z.string().trim(), {
  max: [maxCourseTitle, () => t('Title must be at most 100 characters')],
});

export const courseFields = {
  title: courseTitleField,
  /** Plain text. */
  description: limitCharacters(z.string().trim(), {
    max: [
      maxCourseDescription,
      () => t('Description must be at most {max, number} characters', { max: maxCourseDescription }),
    ],
  }),
  /** An upload for `course_cover`; null removes the cover. */
  cover_upload_id: id.nullable(),
  is_published: z.boolean(),
  comments_enabled: z.boolean(),
  video_done_percent: z.number().int().min(videoDonePercents.min).max(videoDonePercents.max),
};
export const folderFields = { title: courseTitleField, is_published: z.boolean() };
export const pageFields = {
  title: pageTitleField,
  /** HTML of the editor, sanitized before it is stored. Its images are uploads for `course_image`, its files for `course_file`. */
  content: htmlInput('page', () => t('The page is too long')),
  is_published: z.boolean(),
};

const changedCourse = z.object({ space_id: id, course_id: id });

/**
 * Live events of courses. They name what changed, and pages refetch it, because each viewer sees other pages and has another
 * progress. What everyone can see is published on the channel of the space. Changes of drafts are published only on the
 * channels of the users who can edit the course.
 */
export const courseLiveEvents = {
  /** A course appeared: it was created, published or restored. */
  'course.created': changedCourse,
  /** The course itself or its position was changed: refetch the list and the course. */
  'course.changed': changedCourse,
  /** A course disappeared: it was deleted or unpublished. */
  'course.deleted': changedCourse,
  /**
   * Folders or pages were added, edited, moved, published or deleted: refetch the course, and the pages in `page_ids`. It's empty
   * if a folder changed: then refetch the pages of the course that are open.
   */
  'course.tree_changed': changedCourse.extend({ page_ids: z.array(id) }),
  /** The viewer marked a page as done or not done, on their own channel. */
  'course.completion_changed': changedCourse.extend({ page_id: id, completed_at: timestamp.nullable() }),
} as const;
