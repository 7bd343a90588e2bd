import { z } from 'zod';
import { cursor, defineEndpoint, id, nothing, timestamp } from './endpoint.ts';
import { person } from './users.ts';

export const memberRole = z.enum(['owner', 'admin', 'member']);
export const member = z.object({
  id,
  space_id: id,
  user_id: id,
  role: memberRole,
  status: z.literal('active'),
  joined_at: timestamp,
  user: person,
});
export type Member = z.output<typeof member>;

const inSpace = z.object({ space_id: id });

export const memberEndpoints = {
  public_join_space: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/join',
    summary: 'Join a public free space. The only way in besides approval, invitation and payment.',
    access: 'signed-in',
    params: inSpace,
    output: z.object({ success: z.boolean(), message: z.string(), space_id: id }),
    errors: ['space_not_found', 'join_needs_approval', 'join_needs_payment', 'membership_blocked'],
    rateLimit: 'write',
  }),
  leave_space: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/membership',
    summary: 'Leave a space. The owner cannot.',
    access: 'space-member',
    params: inSpace,
    output: nothing,
    errors: ['space_not_found', 'membership_required', 'owner_cannot_leave'],
    rateLimit: 'write',
  }),
  list_members: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/members',
    summary: 'Active members, newest first, 50 a page.',
    access: 'space-viewer',
    params: inSpace,
    query: z.object({ search: z.string().trim().max(100).optional(), cursor }),
    output: z.object({ members: z.array(member), next_cursor: z.string().nullable() }),
    errors: ['space_not_found', 'invalid_cursor'],
    rateLimit: 'none',
  }),
  remove_member: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/members/:user_id',
    summary: 'Remove a member. They stop seeing and hearing the space at once.',
    access: 'space-member',
    params: z.object({ space_id: id, user_id: id }),
    output: nothing,
    errors: [
      'space_not_found',
      'membership_required',
      'member_not_found',
      'remove_not_allowed',
      'owner_cannot_be_removed',
      'use_leave_for_yourself',
      'admins_cannot_remove_admins',
    ],
    rateLimit: 'write',
  }),
};
