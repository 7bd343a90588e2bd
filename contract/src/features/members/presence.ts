import { z } from 'zod';
import { defineEndpoint } from '../../schema/endpoint.ts';

const presenceSettings = z.object({
  /** On: nobody sees that the viewer is online, or when they were active, in spaces and chat. */
  appear_offline: z.boolean(),
});

export const presenceLiveEvents = {
  /** The viewer chose whether they appear offline: to their own pages. */
  'presence.changed': presenceSettings,
};

export const presenceEndpoints = {
  get_presence_settings: defineEndpoint({
    method: 'GET',
    path: '/api/presence/settings',
    summary: 'Return whether the viewer appears offline.',
    access: 'signed-in',
    output: presenceSettings,
    rateLimit: 'none',
  }),
  update_presence_settings: defineEndpoint({
    method: 'PUT',
    path: '/api/presence/settings',
    summary: 'Choose whether the viewer appears offline to everyone, in all spaces and in chat.',
    access: 'signed-in',
    body: presenceSettings,
    output: presenceSettings,
    rateLimit: 'write',
  }),
};
