import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import {
  maxGroupParticipants,
  maxMessageRequestText,
  maxMessageText,
  messageEditHours,
} from '../../values/limits.ts';

export const chatErrors = defineErrors({
  conversation_not_found: { status: 404, message: msg("This conversation doesn't exist.") },
  conversation_slug_not_found: { status: 404, message: msg('Conversation not found for slug') },
  message_not_found: { status: 404, message: msg('This message no longer exists.') },
  cannot_message_self: { status: 400, message: msg('Cannot create conversation with yourself') },
  person_not_found: { status: 404, message: msg("This person doesn't exist.") },
  cannot_message_person: { status: 403, message: msg("You can't message this person.") },
  message_request_pending: {
    status: 403,
    message: msg('You can send more messages once your request is accepted.'),
  },
  message_request_not_accepted: {
    status: 403,
    message: msg('Accept the message request before you reply.'),
  },
  message_request_text_only: {
    status: 400,
    message: msg('A message request can contain only text, up to {max, number} characters.'),
    values: { max: maxMessageRequestText },
  },
  conversation_limit_reached: {
    status: 429,
    message: msg("You've started as many new conversations as you can for today. Try again tomorrow."),
  },
  group_participant_limit_reached: {
    status: 429,
    message: msg("You've added as many people to groups as you can for today. Try again tomorrow."),
  },
  participant_left: {
    status: 403,
    message: msg('Someone who left a group can be added again after a day.'),
  },
  not_in_conversation: { status: 403, message: msg("You're no longer in this conversation.") },
  message_empty: { status: 400, message: msg('Write something first.') },
  message_too_long: {
    status: 400,
    message: msg('A message can have at most {max, number} characters.'),
    values: { max: maxMessageText },
  },
  idempotency_conflict: {
    status: 409,
    message: msg('Another message was already sent with this id.'),
  },
  not_sender: { status: 403, message: msg('Only the person who sent this message can change it.') },
  message_edit_expired: {
    status: 403,
    message: msg('Messages can be edited and deleted for {hours, number} hours.'),
    values: { hours: messageEditHours },
  },
  message_not_editable: { status: 400, message: msg("This message can't be edited.") },
  not_a_group: { status: 400, message: msg('Only groups have this setting.') },
  group_admin_required: { status: 403, message: msg('Only admins of this group can do this.') },
  group_full: {
    status: 409,
    message: msg('A group can have at most {max, number} people.'),
    values: { max: maxGroupParticipants },
  },
  group_admin_missing: { status: 409, message: msg('A group needs at least one admin.') },
  participant_not_found: { status: 404, message: msg("This person isn't in the conversation.") },
  cannot_block_self: { status: 400, message: msg("You can't block yourself.") },
});
