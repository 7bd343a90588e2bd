import { z } from 'zod';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { videoDonePercents } from '../../values/limits.ts';
import { lock } from '../access/access.ts';
import { courseAccessOperations } from './course-access.ts';
import {
  course,
  courseFields,
  courseFolder,
  coursePage,
  coursePageRevision,
  courseTree,
  folderFields,
  pageFields,
} from './courses.ts';
import { learnerOperations } from './learners.ts';

/** The item after which something is placed; null for the first position. */
const afterId = id.nullable();

const inSpace = z.object({ space_id: id });
const ofCourse = z.object({ course_id: id });
const ofFolder = z.object({ folder_id: id });
const ofPage = z.object({ page_id: id });
const revisionNumber = z.coerce.number().pipe(z.int32().positive());
const ofRevision = ofPage.extend({ revision: revisionNumber });

const oneCourse = z.object({ course });
const oneFolder = z.object({ folder: courseFolder });
const onePage = z.object({ page: coursePage });

/** Writes of editors. The creator of a course may edit it without being an admin, so access alone doesn't decide. */
const byEditors = {
  access: 'space-member',
  feature: 'classroom',
  rateLimit: 'write',
} as const;

const courseOperations = {
  list_courses: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/courses',
    summary: 'List the courses of a space that the viewer can see, in their order, 50 a page.',
    access: 'space-viewer',
    feature: 'classroom',
    params: inSpace,
    query: z.object({ cursor }),
    output: z.object({
      courses: z.array(course),
      next_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  get_course: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/by-subdomain/:subdomain/courses/:course',
    summary:
      'Get a course by its id, short id or slug, with the folders and pages that the viewer can see, in their order.',
    access: 'space-viewer',
    feature: 'classroom',
    params: z.object({ subdomain: z.string().max(80), course: z.string().max(200) }),
    query: z.object({
      /**
       * Of a course with more than 150 folders and pages, returns all folders, but only some pages: those around the page with this
       * id; the first ones with `start`; with anything else, those around the page that the course opens with.
       */
      around: z.string().max(200).optional(),
    }),
    output: z.object({
      course,
      tree: courseTree,
      /** When the viewer marked pages as done, by the id of the page. */
      completions: z.record(id, timestamp),
      /** Why the viewer can't open folders and pages because of their own rules, by their ids. */
      locks: z.record(id, lock),
      live_cursor: liveCursor,
    }),
    errors: ['course_not_found'],
    rateLimit: 'none',
  }),
  search_courses: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/courses/search',
    summary:
      'Find courses of a space by their title, and pages by their title or, from three characters, by their text: at most 6 of each that the viewer can open. Of pages, those with a matching title come first, then the newest.',
    access: 'space-viewer',
    feature: 'classroom',
    params: inSpace,
    query: z.object({ search: z.string().trim().min(1).max(100) }),
    output: z.object({
      courses: z.array(z.object({ course_id: id, title: z.string(), slug: z.string() })),
      pages: z.array(
        z.object({
          page_id: id,
          title: z.string(),
          course: z.object({ course_id: id, title: z.string(), slug: z.string() }),
        }),
      ),
    }),
    rateLimit: 'none',
  }),
  search_course: defineEndpoint({
    method: 'GET',
    path: '/api/courses/:course_id/search',
    summary:
      'Find the pages of a course whose title or text contains what is searched for, in their order, at most 50: only those that the viewer can open.',
    access: 'space-viewer',
    feature: 'classroom',
    params: ofCourse,
    query: z.object({ search: z.string().trim().min(1).max(100) }),
    output: z.object({
      results: z.array(
        z.object({
          page_id: id,
          title: z.string(),
          /** The text around the first match, or the beginning of the text if only the title matches. */
          excerpt: z.string(),
        }),
      ),
    }),
    rateLimit: 'none',
  }),
  create_course: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/courses',
    summary:
      'Create a course, first in the list (owner and admins). Repeating the call in the space with the same client_id creates nothing new.',
    access: 'space-editor',
    feature: 'classroom',
    params: inSpace,
    body: z.object({
      client_id: id,
      title: courseFields.title,
      description: courseFields.description.default(''),
      cover_upload_id: courseFields.cover_upload_id.default(null),
      is_published: courseFields.is_published.default(false),
      video_done_percent: courseFields.video_done_percent.default(videoDonePercents.initial),
      comments_enabled: courseFields.comments_enabled.default(true),
    }),
    output: oneCourse,
    errors: ['upload_not_found', 'course_slug_unavailable', 'course_not_found'],
    rateLimit: 'write',
  }),
  update_course: defineEndpoint({
    ...byEditors,
    method: 'PATCH',
    path: '/api/courses/:course_id',
    summary: 'Change a course. Missing fields stay unchanged, and its address stays the same.',
    params: ofCourse,
    body: z.object(courseFields).partial(),
    output: oneCourse,
    errors: ['not_allowed', 'upload_not_found'],
  }),
  delete_course: defineEndpoint({
    ...byEditors,
    method: 'DELETE',
    path: '/api/courses/:course_id',
    summary: 'Delete a course with its folders and pages. It can be restored for 30 days.',
    params: ofCourse,
    output: emptyResponse,
    errors: ['not_allowed'],
  }),
  restore_course: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/courses/:course_id/restore',
    summary: 'Restore a course that was deleted in the last 30 days.',
    params: ofCourse,
    output: oneCourse,
    errors: ['not_allowed'],
  }),
  move_course: defineEndpoint({
    method: 'PUT',
    path: '/api/courses/:course_id/position',
    summary: 'Place a course after another one, or first (owner and admins).',
    access: 'space-member',
    feature: 'classroom',
    params: ofCourse,
    body: z.object({ after_id: afterId }),
    output: emptyResponse,
    errors: ['not_allowed', 'position_not_found'],
    rateLimit: 'write',
  }),
};

const folderOperations = {
  create_course_folder: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/courses/:course_id/folders',
    summary:
      'Add a folder at the end of a course. Repeating the call with the same client_id creates nothing new.',
    params: ofCourse,
    body: z.object({
      client_id: id,
      title: folderFields.title,
      is_published: folderFields.is_published.default(true),
    }),
    output: oneFolder,
    errors: ['not_allowed', 'folder_not_found', 'too_many_folders'],
  }),
  update_course_folder: defineEndpoint({
    ...byEditors,
    method: 'PATCH',
    path: '/api/course-folders/:folder_id',
    summary: 'Rename, publish or unpublish a folder. The pages of an unpublished one are drafts for others.',
    params: ofFolder,
    body: z.object(folderFields).partial(),
    output: oneFolder,
    errors: ['not_allowed'],
  }),
  delete_course_folder: defineEndpoint({
    ...byEditors,
    method: 'DELETE',
    path: '/api/course-folders/:folder_id',
    summary: 'Delete a folder with its pages. It can be restored for 30 days.',
    params: ofFolder,
    output: emptyResponse,
    errors: ['not_allowed'],
  }),
  restore_course_folder: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/course-folders/:folder_id/restore',
    summary: 'Restore a folder that was deleted in the last 30 days, with its pages.',
    params: ofFolder,
    output: oneFolder,
    errors: ['not_allowed', 'too_many_folders'],
  }),
  move_course_folder: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/course-folders/:folder_id/position',
    summary: 'Place a folder after another one of the course, or first.',
    params: ofFolder,
    body: z.object({ after_id: afterId }),
    output: emptyResponse,
    errors: ['not_allowed', 'position_not_found'],
  }),
};

const pageOperations = {
  create_course_page: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/courses/:course_id/pages',
    summary:
      'Add a page at the end of a folder, or of the pages without one. Repeating the call with the same client_id creates nothing new.',
    params: ofCourse,
    body: z.object({
      client_id: id,
      folder_id: id.nullable().default(null),
      title: pageFields.title.default(''),
      content: pageFields.content.default(''),
      is_published: pageFields.is_published.default(true),
    }),
    output: onePage,
    errors: [
      'not_allowed',
      'folder_not_found',
      'page_not_found',
      'page_too_long',
      'page_too_many_posts',
      'upload_not_found',
      'too_many_pages',
      'client_id_used',
      'prerequisite_cycle',
    ],
  }),
  get_course_page: defineEndpoint({
    method: 'GET',
    path: '/api/course-pages/:page_id',
    summary: 'Get a page with its text.',
    access: 'space-viewer',
    feature: 'classroom',
    params: ofPage,
    output: onePage.extend({ live_cursor: liveCursor }),
    errors: ['page_locked'],
    rateLimit: 'none',
  }),
  update_course_page: defineEndpoint({
    ...byEditors,
    method: 'PATCH',
    path: '/api/course-pages/:page_id',
    summary:
      'Edit, publish or unpublish a page. Missing fields stay unchanged. A change of title or content needs the revision it is based on; the earlier version is kept.',
    params: ofPage,
    body: z.object(pageFields).partial().extend({
      /** The revision that the editor loaded. Any other fails with `page_edit_conflict` and the current `page`. */
      base_revision: z.number().int().positive().optional(),
    }),
    output: onePage,
    errors: ['not_allowed', 'page_edit_conflict', 'page_too_long', 'page_too_many_posts', 'upload_not_found'],
  }),
  delete_course_page: defineEndpoint({
    ...byEditors,
    method: 'DELETE',
    path: '/api/course-pages/:page_id',
    summary: 'Delete a page. It can be restored for 30 days.',
    params: ofPage,
    output: emptyResponse,
    errors: ['not_allowed'],
  }),
  restore_course_page: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/course-pages/:page_id/restore',
    summary:
      'Restore a page that was deleted in the last 30 days. If its folder was deleted, it becomes a page without a folder.',
    params: ofPage,
    output: onePage,
    errors: ['not_allowed', 'too_many_pages'],
  }),
  duplicate_course_page: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/course-pages/:page_id/copies',
    summary:
      "Add a copy of a page after it, with '(Copy)' in its title. Repeating the call with the same client_id creates nothing new.",
    params: ofPage,
    body: z.object({ client_id: id }),
    output: onePage,
    errors: ['not_allowed', 'too_many_pages', 'client_id_used'],
  }),
  move_course_page: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/course-pages/:page_id/position',
    summary: 'Move a page to a folder of its course or out of folders, after another page or first.',
    params: ofPage,
    body: z.object({
      folder_id: id.nullable(),
      /** If missing, the page becomes the last one. */
      after_id: afterId.optional(),
    }),
    output: emptyResponse,
    errors: ['not_allowed', 'folder_not_found', 'position_not_found', 'prerequisite_cycle'],
  }),
  set_page_completion: defineEndpoint({
    method: 'PUT',
    path: '/api/course-pages/:page_id/completion',
    summary: 'Mark a page as done, or as not done, for the viewer. Returns their progress in its course.',
    access: 'space-member',
    feature: 'classroom',
    params: ofPage,
    body: z.object({ completed: z.boolean() }),
    output: z.object({
      completed_at: timestamp.nullable(),
      page_count: z.number().int(),
      completed_count: z.number().int(),
      progress: z.number().int(),
    }),
    errors: ['page_locked', 'quiz_not_passed'],
    rateLimit: 'write',
  }),
  list_page_revisions: defineEndpoint({
    method: 'GET',
    path: '/api/course-pages/:page_id/revisions',
    summary:
      'List the versions of a page, latest first, 50 a page. The current one and the latest 200 before it are kept.',
    access: 'space-member',
    feature: 'classroom',
    params: ofPage,
    query: z.object({ before: revisionNumber.optional() }),
    output: z.object({ revisions: z.array(coursePageRevision), next_before: z.number().int().nullable() }),
    errors: ['not_allowed'],
    rateLimit: 'none',
  }),
  get_page_revision: defineEndpoint({
    method: 'GET',
    path: '/api/course-pages/:page_id/revisions/:revision',
    summary: 'Get an earlier version of a page with its text.',
    access: 'space-member',
    feature: 'classroom',
    params: ofRevision,
    output: z.object({ revision: coursePageRevision, content: z.string() }),
    errors: ['not_allowed', 'page_revision_not_found'],
    rateLimit: 'none',
  }),
  restore_page_revision: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/course-pages/:page_id/revisions/:revision/restore',
    summary: 'Save an earlier version of a page as its newest one.',
    params: ofRevision,
    body: z.object({ base_revision: z.number().int().positive() }),
    output: onePage,
    errors: ['not_allowed', 'page_edit_conflict', 'page_revision_not_found'],
  }),
};

export const courseEndpoints = {
  ...courseOperations,
  ...folderOperations,
  ...pageOperations,
  ...learnerOperations,
  ...courseAccessOperations,
};
