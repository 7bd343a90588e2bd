import { newId } from '#server/platform/ids.ts';
import { newCoursesBySql, newFolder, newPage, newPagesBySql } from '../../samples/courses.ts';
import { inSpace, onlyModerators } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

/** Creates a published course of the owner. */
async function ofCourse({ server, space, owner }: SampleContext) {
  const [course_id = ''] = await newCoursesBySql(server, space.id, owner.user.id);
  return { course_id };
}

async function ofFolder(context: SampleContext) {
  const { course_id } = await ofCourse(context);
  return { folder_id: (await newFolder(context.owner, { id: course_id })).id };
}

async function ofPage(context: SampleContext) {
  const { course_id } = await ofCourse(context);
  const [page_id = ''] = await newPagesBySql(context.server, course_id);
  return { page_id };
}

/** Creates a page of the owner with one earlier version. */
async function ofEditedPage(context: SampleContext) {
  const { owner } = context;
  const { id: page_id } = await newPage(owner, { id: (await ofCourse(context)).course_id });
  await owner.call('update_course_page', { page_id, content: '<p>Another text.</p>', base_revision: 1 });
  return { page_id };
}

/** The course of the owner, as an item with access. */
async function ofItem(context: SampleContext) {
  const { course_id } = await ofCourse(context);
  return { course_id, item_kind: 'course' as const, item_id: course_id };
}

const denialReason = onlyModerators('not_allowed');

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'courses'> = {
  list_courses: { input: inSpace },
  get_course: {
    input: async (context) => ({
      subdomain: context.space.subdomain,
      course: (await ofCourse(context)).course_id,
    }),
  },
  search_courses: { input: (context) => ({ ...inSpace(context), search: 'flour' }) },
  search_course: { input: async (context) => ({ ...(await ofCourse(context)), search: 'flour' }) },
  get_course_statistics: { input: ofCourse, denialReason },
  list_course_learners: {
    input: async (context) => ({ ...(await ofCourse(context)), state: 'in_progress' }),
    denialReason,
  },
  set_course_access: {
    input: async (context) => ({
      ...(await ofItem(context)),
      match: 'all',
      rules: [{ kind: 'level', level: 2 }],
    }),
    denialReason,
  },
  give_course_access: {
    input: async (context) => ({
      ...(await ofItem(context)),
      client_id: newId(),
      to: { min_level: 1, min_days: 0 },
    }),
    denialReason,
  },
  take_course_access: {
    input: async (context) => ({ ...(await ofItem(context)), from: { client_id: newId() } }),
    denialReason,
  },
  list_course_access: { input: ofItem, denialReason },
  preview_course_access: {
    input: async (context) => ({
      ...(await ofCourse(context)),
      ...{ level: 1, days: 0, is_paying: 'false', is_granted: 'false', has_completed: 'false' },
    }),
    denialReason,
  },
  create_course: { input: (context) => ({ ...inSpace(context), client_id: newId(), title: 'A course' }) },
  update_course: {
    input: async (context) => ({ ...(await ofCourse(context)), title: 'Another' }),
    denialReason,
  },
  delete_course: { input: ofCourse, denialReason },
  restore_course: { input: ofCourse, denialReason },
  move_course: { input: async (context) => ({ ...(await ofCourse(context)), after_id: null }), denialReason },
  create_course_folder: {
    input: async (context) => ({ ...(await ofCourse(context)), client_id: newId(), title: 'A folder' }),
    denialReason,
  },
  update_course_folder: {
    input: async (context) => ({ ...(await ofFolder(context)), title: 'Another' }),
    denialReason,
  },
  delete_course_folder: { input: ofFolder, denialReason },
  restore_course_folder: { input: ofFolder, denialReason },
  move_course_folder: {
    input: async (context) => ({ ...(await ofFolder(context)), after_id: null }),
    denialReason,
  },
  create_course_page: {
    input: async (context) => ({ ...(await ofCourse(context)), client_id: newId() }),
    denialReason,
  },
  get_course_page: { input: ofPage },
  update_course_page: {
    input: async (context) => ({ ...(await ofPage(context)), title: 'Another', base_revision: 1 }),
    denialReason,
  },
  delete_course_page: { input: ofPage, denialReason },
  restore_course_page: { input: ofPage, denialReason },
  duplicate_course_page: {
    input: async (context) => ({ ...(await ofPage(context)), client_id: newId() }),
    denialReason,
  },
  move_course_page: {
    input: async (context) => ({ ...(await ofPage(context)), folder_id: null }),
    denialReason,
  },
  set_page_completion: { input: async (context) => ({ ...(await ofPage(context)), completed: true }) },
  list_page_revisions: { input: ofPage, denialReason },
  get_page_revision: {
    input: async (context) => ({ ...(await ofEditedPage(context)), revision: 1 }),
    denialReason,
  },
  restore_page_revision: {
    input: async (context) => ({ ...(await ofEditedPage(context)), revision: 1, base_revision: 2 }),
    denialReason,
  },
};
