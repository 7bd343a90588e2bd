import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { isBlank } from '../../schema/characters.ts';
import { cursor, defineEndpoint, emptyResponse, id, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { hasUnsafeCharacters } from '../../values/display-names.ts';
import { maxGroupName, maxGroupParticipants } from '../../values/limits.ts';
import { conversationPerson, ofConversation, oneConversation } from './conversations.ts';

/** A participant in the list of all. */
export const groupParticipant = conversationPerson
  .omit({ last_read_seq: true })
  .extend({ joined_at: timestamp });
export type GroupParticipant = z.output<typeof groupParticipant>;

/** The errors of every change that only admins of a group can make. */
const groupChangeErrors = [
  'conversation_not_found',
  'not_in_conversation',
  'not_a_group',
  'group_admin_required',
] as const;

const ofParticipant = z.object({ conversation_id: id, user_id: id });
const groupName = limitCharacters(z.string().trim(), {
  min: [1, () => t('Enter a name')],
  max: [maxGroupName, () => t('At most {max, number} characters', { max: maxGroupName })],
})
  .refine((name) => !hasUnsafeCharacters(name), {
    error: () => t("This name has characters that can't be shown"),
  })
  .refine((name) => !isBlank(name), { error: () => t('Enter a name') });
const userIds = z
  .array(id)
  .min(1, { error: () => t('Choose at least one person') })
  .max(maxGroupParticipants - 1, {
    error: () => t('A group can have at most {max, number} people.', { max: maxGroupParticipants }),
  });

export const groupEndpoints = {
  create_group: defineEndpoint({
    method: 'POST',
    path: '/api/chat/conversations',
    summary:
      'Create a group, whose admin is the viewer. Sending it again with the same client_id creates it only once. Only people who take messages from the viewer can be added, and those with whom the viewer has exchanged no messages up to 50 a day in the first week, then 300.',
    access: 'signed-in',
    body: z.object({
      client_id: id,
      name: groupName,
      user_ids: userIds,
      /** An image uploaded for it (`chat_icon`). */
      icon_upload_id: id.nullable().default(null),
    }),
    output: oneConversation,
    errors: [
      'cannot_message_self',
      'person_not_found',
      'cannot_message_person',
      'conversation_limit_reached',
      'group_participant_limit_reached',
      'group_full',
      'upload_not_found',
    ],
    rateLimit: 'write',
  }),
  update_group: defineEndpoint({
    method: 'PATCH',
    path: '/api/chat/conversations/:conversation_id',
    summary: 'Change the name or the icon of a group (admins). A null icon removes it.',
    access: 'signed-in',
    params: ofConversation,
    body: z.object({ name: groupName.optional(), icon_upload_id: id.nullable().optional() }),
    output: oneConversation,
    errors: [...groupChangeErrors, 'upload_not_found'],
    rateLimit: 'write',
  }),
  list_participants: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations/:conversation_id/participants',
    summary:
      'List the participants of a conversation, admins first, then by when they were added, 50 a page. `search`: those with a word of their name, or a username, that begins with it.',
    access: 'signed-in',
    params: ofConversation,
    query: z.object({
      cursor,
      search: limitCharacters(z.string().trim(), {
        max: [100, () => t('At most 100 characters')],
      }).optional(),
    }),
    output: z.object({ participants: z.array(groupParticipant), next_cursor: z.string().nullable() }),
    errors: ['conversation_not_found', 'not_in_conversation'],
    rateLimit: 'none',
  }),
  add_participants: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/conversations/:conversation_id/participants',
    summary:
      'Add people to a group (admins). They see what is written from then on. People who are in the group already stay as they are, and those who left it can be added again after a day. The daily limit is that of `create_group`.',
    access: 'signed-in',
    params: ofConversation,
    body: z.object({ user_ids: userIds }),
    output: oneConversation,
    errors: [
      ...groupChangeErrors,
      'person_not_found',
      'cannot_message_person',
      'participant_left',
      'group_participant_limit_reached',
      'group_full',
    ],
    rateLimit: 'write',
  }),
  remove_participant: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/conversations/:conversation_id/participants/:user_id',
    summary: 'Remove someone else from a group (admins). They keep what was written until then.',
    access: 'signed-in',
    params: ofParticipant,
    output: oneConversation,
    errors: [...groupChangeErrors, 'participant_not_found'],
    rateLimit: 'write',
  }),
  set_participant_admin: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/conversations/:conversation_id/participants/:user_id/admin',
    summary: 'Make a participant of a group an admin, or not (admins). A group keeps at least one.',
    access: 'signed-in',
    params: ofParticipant,
    body: z.object({ is_admin: z.boolean() }),
    output: oneConversation,
    errors: [...groupChangeErrors, 'participant_not_found', 'group_admin_missing'],
    rateLimit: 'write',
  }),
  leave_conversation: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/conversations/:conversation_id/participation',
    summary:
      'Leave a group. If no admin is left, the participant who was added first becomes one. Leaving again changes nothing.',
    access: 'signed-in',
    params: ofConversation,
    output: emptyResponse,
    errors: ['conversation_not_found', 'not_a_group'],
    rateLimit: 'write',
  }),
};
