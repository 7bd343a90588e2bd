import { z } from 'zod';
import { defineEndpoint, id } from '../../schema/endpoint.ts';
import { account } from '../../users.ts';
import { followEndpoints } from './follows.ts';

export const profileEndpoints = {
  ...followEndpoints,
  update_avatar: defineEndpoint({
    method: 'PUT',
    path: '/api/me/avatar',
    summary: 'Set one of your avatar uploads as your avatar; null shows your initials again.',
    access: 'signed-in',
    body: z.object({ upload_id: id.nullable() }),
    output: z.object({ user: account }),
    errors: ['upload_not_found'],
    rateLimit: 'write',
  }),
  update_time_zone: defineEndpoint({
    method: 'PUT',
    path: '/api/me/time-zone',
    summary:
      "Set your time zone. `automatic` follows the browser from now on. Without a mode, it's the zone of the browser, which changes nothing if you chose one.",
    access: 'signed-in',
    body: z.object({
      time_zone: z.string().min(1).max(64),
      mode: z.enum(['automatic', 'fixed']).optional(),
    }),
    output: z.object({ user: account }),
    errors: ['unknown_time_zone'],
    rateLimit: 'write',
  }),
};
