import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person, spacePerson } from '../../users.ts';
import { maxOnlineShown } from '../../values/limits.ts';
import { presenceEndpoints, presenceLiveEvents } from './presence.ts';
import { welcomeEndpoints, welcomeLiveEvents } from './welcome.ts';

export const memberRole = z.enum(['owner', 'admin', 'member']);
export const memberSort = z.enum(['newest', 'online', 'points']);
export type MemberSort = z.output<typeof memberSort>;
export const member = z.object({
  id,
  space_id: id,
  user_id: id,
  role: memberRole,
  status: z.literal('active'),
  joined_at: timestamp,
  points: z.number().int(),
  /** Whether they have a page of the space open; the viewer does. Only members see it, and nobody after a block. */
  is_online: z.boolean(),
  user: spacePerson,
  /** What the viewer can do to this member right now. The server checks again on each action. */
  permissions: z.object({ can_remove: z.boolean(), can_ban: z.boolean(), can_change_role: z.boolean() }),
});
export type MemberRole = z.output<typeof memberRole>;
export type Member = z.output<typeof member>;

const joinRequest = z.object({
  id,
  space_id: id,
  message: z.string().nullable(),
  created_at: timestamp,
  user: person,
});

const inSpace = z.object({ space_id: id });
const ofMember = z.object({ space_id: id, user_id: id });
/** First 8 characters of the inviter's user id. Any other value is ignored without an error. */
const ref = z.string().max(100).optional();

export const memberLiveEvents = {
  ...welcomeLiveEvents,
  ...presenceLiveEvents,
  'space.member_count_changed': z.object({ space_id: id, member_count: z.number().int() }),
  'membership.changed': z.object({ space_id: id, role: z.enum(['owner', 'admin', 'member']).nullable() }),
  /** A join request was made or decided: to the moderators and the requester. */
  'space.join_requests_changed': z.object({ space_id: id }),
};

export const memberEndpoints = {
  ...welcomeEndpoints,
  public_join_space: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/join',
    summary: 'Join a public free space.',
    access: 'signed-in',
    params: inSpace,
    body: z.object({ ref }),
    output: z.object({
      success: z.boolean(),
      /** `already`: the viewer is a member, and nothing changed. `success` is then false. */
      outcome: z.enum(['joined', 'reactivated', 'already']),
      message: z.string(),
      space_id: id,
    }),
    errors: ['space_not_found', 'join_needs_approval', 'join_needs_payment', 'membership_blocked'],
    rateLimit: 'write',
  }),
  resolve_invitation: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/invitations/:ref',
    summary:
      'Get the name and image of the inviter. Null if the ref matches no member or several, or if the visitor cannot see members of the space.',
    access: 'space-visitor',
    params: inSpace.extend({ ref: z.string().max(100) }),
    output: z.object({
      inviter: z.object({ full_name: z.string(), avatar_url: z.string().nullable() }).nullable(),
    }),
    rateLimit: 'none',
  }),
  record_space_visit: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/visits',
    summary: 'Count a visit of the about page by someone outside the space. Who it was is not stored.',
    access: 'space-visitor',
    params: inSpace,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  leave_space: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/membership',
    summary:
      "Leave a space. The owner can't. Someone who isn't a member has nothing to leave, which is no error.",
    access: 'signed-in',
    params: inSpace,
    output: emptyResponse,
    errors: ['space_not_found', 'owner_cannot_leave'],
    rateLimit: 'write',
  }),
  list_members: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/members',
    summary:
      'List active members, 50 a page: newest, online or most points first. For people outside the space, nobody is online, and `online` is like `newest`. Filters by role, level, and any part of name or username.',
    access: 'space-viewer',
    params: inSpace,
    query: z.object({
      search: limitCharacters(z.string().trim(), {
        max: [100, () => t('At most 100 characters')],
      }).optional(),
      role: memberRole.optional(),
      level: z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9']).optional(),
      sort: memberSort.default('newest'),
      cursor,
    }),
    output: z.object({ members: z.array(member), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  ...presenceEndpoints,
  list_online_members: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/online-members',
    summary:
      'List up to ten members who looked at a page of the space in the last five minutes, latest first, and how many there are, counted up to 500. People outside the space see only how many.',
    access: 'space-viewer',
    params: inSpace,
    output: z.object({ members: z.array(spacePerson).max(maxOnlineShown), online_count: z.number().int() }),
    rateLimit: 'none',
  }),
  remove_member: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/members/:user_id',
    summary: 'Remove a member. They lose access and live events immediately.',
    access: 'space-member',
    params: ofMember,
    output: emptyResponse,
    errors: [
      'member_not_found',
      'remove_not_allowed',
      'owner_cannot_be_removed',
      'cannot_remove_self',
      'admins_cannot_remove_admins',
    ],
    rateLimit: 'write',
  }),
  set_member_role: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/members/:user_id/role',
    summary: 'Make a member an admin, or an admin a member.',
    access: 'space-member',
    params: ofMember,
    body: z.object({ role: z.enum(['admin', 'member']) }),
    output: emptyResponse,
    errors: ['member_not_found', 'role_change_not_allowed', 'admins_cannot_change_admins'],
    rateLimit: 'write',
  }),
  request_to_join: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/join-requests/own',
    summary: 'Request to join a private space. Repeating it changes the message.',
    access: 'signed-in',
    params: inSpace,
    body: z.object({
      message: limitCharacters(z.string().trim(), {
        max: [500, () => t('Message must be at most 500 characters')],
      })
        .nullable()
        .optional(),
      ref,
    }),
    output: emptyResponse,
    errors: [
      'space_not_found',
      'already_member',
      'approval_not_required',
      'join_needs_payment',
      'membership_blocked',
      'join_request_paused',
    ],
    rateLimit: 'write',
  }),
  cancel_join_request: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/join-requests/own',
    summary: "Withdraw the viewer's request.",
    access: 'signed-in',
    params: inSpace,
    output: emptyResponse,
    errors: ['space_not_found'],
    rateLimit: 'write',
  }),
  list_join_requests: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/join-requests',
    summary: 'List open join requests, oldest first, 50 a page.',
    access: 'space-editor',
    params: inSpace,
    query: z.object({ cursor }),
    output: z.object({ requests: z.array(joinRequest), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  approve_join_request: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/join-requests/:user_id/approval',
    summary: 'Approve a join request.',
    access: 'space-editor',
    params: ofMember,
    output: emptyResponse,
    errors: ['join_request_not_found'],
    rateLimit: 'write',
  }),
  decline_join_request: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/join-requests/:user_id',
    summary: 'Decline a join request.',
    access: 'space-editor',
    params: ofMember,
    output: emptyResponse,
    errors: ['join_request_not_found'],
    rateLimit: 'write',
  }),
  ban_member: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/bans/:user_id',
    summary:
      'Ban a current or former member: they cannot join or request to join until the ban is lifted. Banning again changes nothing.',
    access: 'space-member',
    params: ofMember,
    output: emptyResponse,
    errors: [
      'member_not_found',
      'remove_not_allowed',
      'owner_cannot_be_removed',
      'cannot_remove_self',
      'admins_cannot_remove_admins',
    ],
    rateLimit: 'write',
  }),
  unban_member: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/bans/:user_id',
    summary: 'Lift a ban. The person can join again.',
    access: 'space-editor',
    params: ofMember,
    output: emptyResponse,
    errors: ['member_not_found'],
    rateLimit: 'write',
  }),
  list_bans: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/bans',
    summary: 'List banned people, latest first, 50 a page.',
    access: 'space-editor',
    params: inSpace,
    query: z.object({ cursor }),
    output: z.object({
      bans: z.array(z.object({ banned_at: timestamp, user: person })),
      next_cursor: z.string().nullable(),
    }),
    rateLimit: 'none',
  }),
  list_former_members: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/former-members',
    summary:
      'List up to 20 people who left or were removed and are not banned, latest to join first. Filters by any part of name or username.',
    access: 'space-editor',
    params: inSpace,
    query: z.object({
      search: limitCharacters(z.string().trim(), {
        max: [100, () => t('At most 100 characters')],
      }).optional(),
    }),
    output: z.object({ people: z.array(person) }),
    rateLimit: 'none',
  }),
  transfer_ownership: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/ownership',
    summary: 'Make another active member the owner. The previous owner becomes an admin.',
    access: 'space-owner',
    params: inSpace,
    body: z.object({ user_id: id }),
    output: emptyResponse,
    errors: ['member_not_found'],
    rateLimit: 'write',
  }),
};
