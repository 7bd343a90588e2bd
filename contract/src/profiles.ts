import { z } from 'zod';
import { defineEndpoint, id } from './endpoint.ts';
import { account } from './users.ts';

export const profileEndpoints = {
  update_avatar: defineEndpoint({
    method: 'PUT',
    path: '/api/me/avatar',
    summary: "Show one of the caller's own avatar uploads as their picture; null shows initials again.",
    access: 'signed-in',
    body: z.object({ upload_id: id.nullable() }),
    output: z.object({ user: account }),
    errors: ['upload_not_found'],
    rateLimit: 'write',
  }),
};
