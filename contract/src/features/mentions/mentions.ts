import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, id } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { person } from '../../users.ts';

export const mentionEndpoints = {
  search_mentionable_members: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/mentionable',
    summary: 'Up to 10 members whose name or username contains the text, prefix matches first.',
    access: 'space-member',
    params: z.object({ space_id: id }),
    query: z.object({
      search: limitCharacters(z.string().trim(), { max: [100, () => t('At most 100 characters')] }).default(
        '',
      ),
    }),
    output: z.object({ people: z.array(person) }),
    rateLimit: 'none',
  }),
};
