import { z } from 'zod';
import { cursor, defineEndpoint, id } from '../../schema/endpoint.ts';
import { accessItem, accessSettings, lock } from '../access/access.ts';
import { courseItemKinds } from '../access/access-items.ts';
import { grantFields, memberAccess, revocationFields, supposedMember } from '../access/member-access.ts';

/** The lock of an item itself for someone; null if its own rules let them open it. */
export const itemLock = z.object({ item: accessItem, lock: lock.nullable() });
export type ItemLock = z.output<typeof itemLock>;

const ofCourse = z.object({ course_id: id });
const itemFields = { item_kind: z.enum(courseItemKinds), item_id: id };
const notFound = ['not_allowed', 'folder_not_found', 'page_not_found'] as const;
const byEditors = { access: 'space-member', feature: 'classroom', rateLimit: 'write' } as const;

export const courseAccessOperations = {
  set_course_access: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/courses/:course_id/access',
    summary:
      'Set who can open a course, or a folder or page of it (its editors). Replaces the earlier rules.',
    params: ofCourse,
    body: z.object({ ...itemFields, ...accessSettings.shape }),
    output: z.object({ access: accessSettings.nullable() }),
    errors: [...notFound, 'prerequisite_not_found', 'prerequisite_cycle'],
  }),
  give_course_access: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/courses/:course_id/grants',
    summary:
      'Give a member, or all members who meet a filter, access to a course, a folder or a page, whatever its rules say (its editors). Repeating the call changes nothing.',
    params: ofCourse,
    body: z.object({ ...itemFields, ...grantFields }),
    output: z.object({ given_count: z.number().int() }),
    errors: [...notFound, 'member_not_found'],
  }),
  take_course_access: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/courses/:course_id/grants/revocations',
    summary:
      'Take back access that was given: from one member, or from all to whom a call with this client_id gave it (its editors).',
    params: ofCourse,
    body: z.object({ ...itemFields, ...revocationFields }),
    output: z.object({ taken_count: z.number().int() }),
    errors: notFound,
  }),
  list_course_access: defineEndpoint({
    method: 'GET',
    path: '/api/courses/:course_id/access/members',
    summary:
      'List the members with whether, since when and why they can open a course, a folder or a page, the newest member first, 50 a page (its editors). Editors themselves can always open it.',
    access: 'space-member',
    feature: 'classroom',
    params: ofCourse,
    query: z.object({ ...itemFields, cursor }),
    output: z.object({ members: z.array(memberAccess), next_cursor: z.string().nullable() }),
    errors: notFound,
    rateLimit: 'none',
  }),
  preview_course_access: defineEndpoint({
    method: 'GET',
    path: '/api/courses/:course_id/access/preview',
    summary:
      'Get which of the published folders and pages of a course its rules lock for a member of a certain level, who joined some days ago (its editors).',
    access: 'space-member',
    feature: 'classroom',
    params: ofCourse,
    query: supposedMember,
    /** The course itself first. */
    output: z.object({ items: z.array(itemLock) }),
    errors: ['not_allowed'],
    rateLimit: 'none',
  }),
};
