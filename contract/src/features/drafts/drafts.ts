import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, emptyResponse, id, timestamp } from '../../schema/endpoint.ts';
import { htmlInput } from '../../schema/rich-text.ts';
import { maxAttachments, maxPollOptions } from '../../values/limits.ts';
import { image, storedFile } from '../uploads/uploads.ts';

/** An unfinished poll. It doesn't have to be valid yet. */
const pollDraft = z.object({
  question: z.string().max(500),
  options: z.array(z.string().max(500)).max(maxPollOptions),
  multiple: z.boolean(),
  closes_at: timestamp.nullable(),
});

/** The content of a draft. Limits are looser than those of a post, so that any text can be saved. */
export const draftContent = z.object({
  title: z.string().max(1_000, { error: () => t('The title is too long') }),
  /** HTML of the editor, sanitized before it is stored. */
  body: htmlInput('post', () => t('The post is too long')),
  category_id: id.nullable(),
  post_type: z.enum(['post', 'announcement']),
  poll: pollDraft.nullable(),
  upload_ids: z.array(id).max(maxAttachments, { error: () => t('At most 10 attachments') }),
});
export type DraftContent = z.output<typeof draftContent>;

/** Saved content with its attachments. Has no limits, so that whatever was saved can always be read. */
const savedText = draftContent.extend({
  title: z.string(),
  body: z.string(),
  attachments: z.array(image),
  files: z.array(storedFile),
  client_edited_at: timestamp,
});
export type SavedText = z.output<typeof savedText>;

/** The viewer's draft in a space, the same on every device. */
export const draft = savedText.extend({
  space_id: id,
  /** The client id that the post will be created with. */
  client_id: id,
  version: z.number().int(),
  /** Versions of other devices that the latest one replaced, newest first. */
  conflicts: z.array(savedText),
});
export type Draft = z.output<typeof draft>;

/** The viewer's unfinished message in a conversation, the same on every device. `content` is Markdown. */
export const messageDraft = z.object({
  conversation_id: id,
  content: z.string(),
  reply_to_id: id.nullable(),
  /** The client id that the message will be sent with. */
  client_id: id,
  client_edited_at: timestamp,
  version: z.number().int(),
});
export type MessageDraft = z.output<typeof messageDraft>;

const ofConversation = z.object({ conversation_id: id });
const inSpace = z.object({ space_id: id });
const response = z.object({ draft: draft.nullable() });

export const draftLiveEvents = {
  /** To the author's own devices; `version` is null once the draft was posted or discarded. */
  'draft.changed': z.object({ space_id: id, client_id: id, version: z.number().int().nullable() }),
  /** The same for the draft of a message; `excerpt` is what lists show of it. */
  'message_draft.changed': z.object({
    conversation_id: id,
    version: z.number().int().nullable(),
    excerpt: z.string().nullable(),
  }),
};

export const draftEndpoints = {
  get_draft: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/draft',
    summary: "Get the viewer's draft in a space, or null.",
    access: 'space-member',
    params: inSpace,
    output: response,
    rateLimit: 'none',
  }),
  save_draft: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/draft',
    summary:
      'Save the draft. If it is based on an older version, the text edited last wins and the other is kept as a conflict.',
    access: 'space-member',
    params: inSpace,
    body: z.object({
      client_id: id,
      /** The version that this text is based on; 0 for none. */
      base_version: z.number().int().nonnegative(),
      /** When it was edited, by the device's clock; times in the future count as now. */
      client_edited_at: timestamp,
      content: draftContent,
      /** Whether the user has resolved the conflicts. */
      discard_conflicts: z.boolean().default(false),
    }),
    output: response.extend({
      /** Whether the text that was sent is the current one. */
      accepted: z.boolean(),
    }),
    errors: ['draft_already_posted', 'post_too_long'],
    rateLimit: 'write',
  }),
  discard_draft: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/draft',
    summary: "Discard the viewer's draft.",
    access: 'space-member',
    params: inSpace,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  get_message_draft: defineEndpoint({
    method: 'GET',
    path: '/api/chat/conversations/:conversation_id/draft',
    summary: "Get the viewer's draft in a conversation, or null.",
    access: 'signed-in',
    params: ofConversation,
    output: z.object({ draft: messageDraft.nullable() }),
    errors: ['conversation_not_found'],
    rateLimit: 'none',
  }),
  save_message_draft: defineEndpoint({
    method: 'PUT',
    path: '/api/chat/conversations/:conversation_id/draft',
    summary:
      'Save the draft of a message. If it is based on an older version, the text edited last wins. An empty text discards it.',
    access: 'signed-in',
    params: ofConversation,
    body: z.object({
      client_id: id,
      /** The version that this text is based on; 0 for none. */
      base_version: z.number().int().nonnegative(),
      /** When it was edited, by the device's clock; times in the future count as now. */
      client_edited_at: timestamp,
      content: z.string().max(20_000, { error: () => t('The message is too long') }),
      reply_to_id: id.nullable().default(null),
    }),
    output: z.object({
      draft: messageDraft.nullable(),
      /** Whether the text that was sent is the current one. */
      accepted: z.boolean(),
    }),
    errors: ['conversation_not_found', 'draft_already_posted'],
    rateLimit: 'write',
  }),
  discard_message_draft: defineEndpoint({
    method: 'DELETE',
    path: '/api/chat/conversations/:conversation_id/draft',
    summary:
      "Discard the viewer's draft in a conversation, only that of the message with this client_id if given.",
    access: 'signed-in',
    params: ofConversation,
    query: z.object({ client_id: id.optional() }),
    output: emptyResponse,
    errors: ['conversation_not_found'],
    rateLimit: 'write',
  }),
};
