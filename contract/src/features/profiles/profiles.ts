import { z } from 'zod';
import { defineEndpoint, id } from '../../schema/endpoint.ts';
import { account } from '../../users.ts';

export const profileEndpoints = {
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
};
