import { z } from 'zod';
import { cursor, defineEndpoint, id } from '../../schema/endpoint.ts';
import { accessSettings, lock } from '../access/access.ts';
import { grantFields, memberAccess, revocationFields, supposedMember } from '../access/member-access.ts';

const inSpace = z.object({ space_id: id });
const ofCategory = z.object({ space_id: id, category_id: id });
const byEditors = { access: 'space-editor', params: ofCategory } as const;
const errors = ['category_not_found'] as const;

/** Who can open a category of the feed: see its posts and write in it. */
export const categoryAccessOperations = {
  list_category_locks: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/category-locks',
    summary:
      "List the categories that have access rules, with why the viewer can't open them; null if they can. Editors also get the rules.",
    access: 'space-viewer',
    params: inSpace,
    output: z.object({
      categories: z.array(
        z.object({ category_id: id, lock: lock.nullable(), access: accessSettings.nullable() }),
      ),
    }),
    rateLimit: 'none',
  }),
  set_category_access: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/spaces/:space_id/categories/:category_id/access',
    summary: 'Set who can open a category. Replaces the earlier rules.',
    body: accessSettings,
    output: z.object({ access: accessSettings.nullable() }),
    errors: [...errors, 'prerequisite_not_found'],
    rateLimit: 'write',
  }),
  give_category_access: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/spaces/:space_id/categories/:category_id/grants',
    summary:
      'Give a member, or all members who meet a filter, access to a category, whatever its rules say. Repeating the call changes nothing.',
    body: z.object(grantFields),
    output: z.object({ given_count: z.number().int() }),
    errors: [...errors, 'member_not_found'],
    rateLimit: 'write',
  }),
  take_category_access: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/spaces/:space_id/categories/:category_id/grants/revocations',
    summary:
      'Take back access to a category that was given: from one member, or from all to whom a call with this client_id gave it.',
    body: z.object(revocationFields),
    output: z.object({ taken_count: z.number().int() }),
    errors,
    rateLimit: 'write',
  }),
  list_category_access: defineEndpoint({
    ...byEditors,
    method: 'GET',
    path: '/api/spaces/:space_id/categories/:category_id/access/members',
    summary:
      'List the members with whether, since when and why they can open a category, the newest member first, 50 a page. The owner and admins can always open it.',
    query: z.object({ cursor }),
    output: z.object({ members: z.array(memberAccess), next_cursor: z.string().nullable() }),
    errors,
    rateLimit: 'none',
  }),
  preview_category_access: defineEndpoint({
    ...byEditors,
    method: 'GET',
    path: '/api/spaces/:space_id/categories/:category_id/access/preview',
    summary:
      'Get whether the rules of a category lock it for a member of a certain level, who joined some days ago.',
    query: supposedMember,
    output: z.object({ lock: lock.nullable() }),
    errors,
    rateLimit: 'none',
  }),
};
