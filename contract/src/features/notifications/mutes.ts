import { z } from 'zod';
import { defineEndpoint, id, timestamp } from '../../schema/endpoint.ts';
import { muteDurations } from '../../values/mute-durations.ts';

/** A mute of the viewer. In the year 9999, it's for good. */
export const mute = z.object({ until: timestamp });
export type Mute = z.output<typeof mute>;
/** Null if it isn't muted, or not anymore. */
const muteResponse = z.object({ mute: mute.nullable() });
const muteBody = z.object({ duration: z.enum(muteDurations) });

const ofSpace = z.object({ space_id: id });
const ofPost = z.object({ post_id: id });

export const muteEndpoints = {
  mute_space: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/notification-mute',
    summary:
      'Mute a space: nothing in it notifies the viewer until then, except what concerns their membership and content.',
    access: 'space-member',
    params: ofSpace,
    body: muteBody,
    output: muteResponse,
    rateLimit: 'write',
  }),
  unmute_space: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/notification-mute',
    summary: 'Unmute a space.',
    access: 'space-member',
    params: ofSpace,
    output: muteResponse,
    rateLimit: 'write',
  }),
  get_post_mute: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/notification-mute',
    summary: 'Return whether the viewer has muted a post.',
    access: 'space-member',
    params: ofPost,
    output: muteResponse,
    rateLimit: 'none',
  }),
  mute_post: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/notification-mute',
    summary: 'Mute a post: likes, comments and replies there notify the viewer of nothing, but mentions do.',
    access: 'space-member',
    params: ofPost,
    body: muteBody,
    output: muteResponse,
    rateLimit: 'write',
  }),
  unmute_post: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/notification-mute',
    summary: 'Unmute a post.',
    access: 'space-member',
    params: ofPost,
    output: muteResponse,
    rateLimit: 'write',
  }),
};
