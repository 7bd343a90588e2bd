import { z } from 'zod';
import { cursor, defineEndpoint, id, timestamp } from '../../schema/endpoint.ts';
import { avatarPerson } from '../../users.ts';
import { highestLevel } from '../../values/levels.ts';
import { accessItem, accessSettings, lock } from '../access/access.ts';
import { maxAccessDays } from '../access/access-items.ts';

/** Whether a member can open an item of a course, and why. */
export const memberAccess = z.object({
  person: avatarPerson,
  level: z.number().int(),
  joined_at: timestamp,
  is_open: z.boolean(),
  /** Since when it is open to them, or when it opens if they only wait; null if that isn't known. */
  at: timestamp.nullable(),
  /** When they were given access to the item itself; null if they weren't. */
  granted_at: timestamp.nullable(),
  /** What locks it for them, the outermost first: a page is also locked by its folder and its course. */
  locked_by: z.array(z.object({ item: accessItem, lock })),
});
export type MemberAccess = z.output<typeof memberAccess>;

/** The lock of an item itself for someone; null if its own rules let them open it. */
export const itemLock = z.object({ item: accessItem, lock: lock.nullable() });
export type ItemLock = z.output<typeof itemLock>;

const ofCourse = z.object({ course_id: id });
const itemFields = { item_kind: accessItem.shape.kind, item_id: id };
const notFound = ['not_allowed', 'folder_not_found', 'page_not_found'] as const;
const byEditors = { access: 'space-member', feature: 'classroom', rateLimit: 'write' } as const;
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

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
    body: z.object({
      ...itemFields,
      client_id: id,
      to: z.union([
        z.object({ user_id: id }),
        z.object({
          min_level: z.number().int().min(1).max(highestLevel),
          /** Days since joining. */
          min_days: z.number().int().min(0).max(maxAccessDays),
        }),
      ]),
    }),
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
    body: z.object({
      ...itemFields,
      from: z.union([z.object({ user_id: id }), z.object({ client_id: id })]),
    }),
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
    query: z.object({
      level: z.coerce.number().int().min(1).max(highestLevel),
      days: z.coerce.number().int().min(0).max(maxAccessDays),
      /** Whether they pay: a trial is over. */
      is_paying: flag,
      /** Whether they were given access to everything that can be given. */
      is_granted: flag,
      /** Whether they have completed all prerequisites. */
      has_completed: flag,
    }),
    /** The course itself first. */
    output: z.object({ items: z.array(itemLock) }),
    errors: ['not_allowed'],
    rateLimit: 'none',
  }),
};
