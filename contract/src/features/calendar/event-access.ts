import { z } from 'zod';
import { cursor, defineEndpoint, id } from '../../schema/endpoint.ts';
import { accessSettings, lock } from '../access/access.ts';
import { grantFields, memberAccess, revocationFields, supposedMember } from '../access/member-access.ts';

const ofEvent = z.object({ event_id: id });
const byEditors = { access: 'space-editor', feature: 'calendar', params: ofEvent } as const;

/** Who can open an event. What is set for an event of a series counts for the whole series. */
export const eventAccessOperations = {
  set_event_access: defineEndpoint({
    ...byEditors,
    method: 'PUT',
    path: '/api/events/:event_id/access',
    summary: 'Set who can open an event, or all events of its series. Replaces the earlier rules.',
    body: accessSettings,
    output: z.object({ access: accessSettings.nullable() }),
    errors: ['prerequisite_not_found'],
    rateLimit: 'write',
  }),
  give_event_access: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/events/:event_id/grants',
    summary:
      'Give a member, or all members who meet a filter, access to an event, whatever its rules say. Repeating the call changes nothing.',
    body: z.object(grantFields),
    output: z.object({ given_count: z.number().int() }),
    errors: ['member_not_found'],
    rateLimit: 'write',
  }),
  take_event_access: defineEndpoint({
    ...byEditors,
    method: 'POST',
    path: '/api/events/:event_id/grants/revocations',
    summary:
      'Take back access to an event that was given: from one member, or from all to whom a call with this client_id gave it.',
    body: z.object(revocationFields),
    output: z.object({ taken_count: z.number().int() }),
    rateLimit: 'write',
  }),
  list_event_access: defineEndpoint({
    ...byEditors,
    method: 'GET',
    path: '/api/events/:event_id/access/members',
    summary:
      'List the members with whether, since when and why they can open an event, the newest member first, 50 a page. The owner and admins can always open it.',
    query: z.object({ cursor }),
    output: z.object({ members: z.array(memberAccess), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  preview_event_access: defineEndpoint({
    ...byEditors,
    method: 'GET',
    path: '/api/events/:event_id/access/preview',
    summary:
      'Get whether the rules of an event lock it for a member of a certain level, who joined some days ago.',
    query: supposedMember,
    output: z.object({ lock: lock.nullable() }),
    rateLimit: 'none',
  }),
};
