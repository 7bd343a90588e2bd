import { z } from 'zod';
import { defineEndpoint, id } from '../../schema/endpoint.ts';

const totals = {
  /** How many people follow this person. */
  followers: z.number().int(),
  /** How many people this person follows. */
  following: z.number().int(),
  /** Raised by every follow of or by this person, and every end of one: the larger one is newer. */
  version: z.number().int(),
};

/** How the viewer and a person follow each other, and the totals of that person. */
export const followState = z.object({
  user_id: id,
  is_following: z.boolean(),
  follows_viewer: z.boolean(),
  /** False for the viewer and those whom the viewer blocked. Those who blocked the viewer refuse it. */
  can_follow: z.boolean(),
  ...totals,
});
export type FollowState = z.output<typeof followState>;

const ofPerson = z.object({ user_id: id });
const output = z.object({ follow: followState });

export const followLiveEvents = {
  /** To both people: one of them follows the other, or not anymore. */
  'follow.changed': z.object({
    follower_id: id,
    following_id: id,
    is_following: z.boolean(),
    /** Those of both. */
    totals: z.array(z.object({ user_id: id, ...totals })),
  }),
};

export const followEndpoints = {
  get_follow: defineEndpoint({
    method: 'GET',
    path: '/api/people/:user_id/follow',
    summary:
      'Whether the viewer and a person follow each other, and how many people follow that person and are followed by them.',
    access: 'signed-in',
    params: ofPerson,
    output,
    errors: ['person_not_found'],
    rateLimit: 'none',
  }),
  follow_user: defineEndpoint({
    method: 'PUT',
    path: '/api/people/:user_id/follow',
    summary:
      'Follow a person. They can then message the viewer directly, unless the viewer takes no messages, or a message request of theirs waits or was deleted.',
    access: 'signed-in',
    params: ofPerson,
    output,
    errors: ['person_not_found', 'cannot_follow_self', 'cannot_follow_person'],
    rateLimit: 'write',
  }),
  unfollow_user: defineEndpoint({
    method: 'DELETE',
    path: '/api/people/:user_id/follow',
    summary: 'Stop following a person.',
    access: 'signed-in',
    params: ofPerson,
    output,
    errors: ['person_not_found'],
    rateLimit: 'write',
  }),
};
