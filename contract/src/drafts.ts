import { z } from 'zod';
import { defineEndpoint, emptyResponse, id, timestamp } from './endpoint.ts';
import { maxAttachments, maxPollOptions } from './limits.ts';
import { sentHtml } from './rich-text.ts';
import { image, storedFile } from './uploads.ts';

/** A poll on its way: nothing of it has to be right yet. */
const pollDraft = z.object({
  question: z.string().max(500),
  options: z.array(z.string().max(500)).max(maxPollOptions),
  multiple: z.boolean(),
  closes_at: timestamp.nullable(),
});

/** What is being written. Texts are looser than those of a post: a draft is kept whatever stands in it. */
export const draftContent = z.object({
  title: z.string().max(1_000, 'The title is too long'),
  /** HTML of the editor; sanitised before it is stored. */
  body: sentHtml('post', 'The post is too long'),
  category_id: id.nullable(),
  post_type: z.enum(['post', 'announcement']),
  poll: pollDraft.nullable(),
  upload_ids: z.array(id).max(maxAttachments, 'At most 10 attachments'),
});
export type DraftContent = z.output<typeof draftContent>;

/** A kept text with what it holds. Without the limits of what is sent: what has been kept can always be read. */
const savedText = draftContent.extend({
  title: z.string(),
  body: z.string(),
  attachments: z.array(image),
  files: z.array(storedFile),
  client_edited_at: timestamp,
});
export type SavedText = z.output<typeof savedText>;

/** What one is writing in a space, the same on every device. */
export const draft = savedText.extend({
  space_id: id,
  /** The client id that the post will be sent with. */
  client_id: id,
  version: z.number().int(),
  /** Texts of other devices that the newest one replaced, latest first: offered, never lost. */
  conflicts: z.array(savedText),
});
export type Draft = z.output<typeof draft>;

const inSpace = z.object({ space_id: id });
const response = z.object({ draft: draft.nullable() });

export const draftEndpoints = {
  get_draft: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/draft',
    summary: 'What one was writing in a space, if anything.',
    access: 'space-member',
    params: inSpace,
    output: response,
    errors: ['space_not_found', 'membership_required'],
    rateLimit: 'none',
  }),
  save_draft: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/draft',
    summary:
      'Keep what one is writing. Based on an older version, the newer text stands and the other one is kept beside it.',
    access: 'space-member',
    params: inSpace,
    body: z.object({
      client_id: id,
      /** The version that this text came from; 0 for none. */
      base_version: z.number().int().nonnegative(),
      /** When it was typed, by the device's clock; never later than now. */
      client_edited_at: timestamp,
      content: draftContent,
      /** The texts of other devices have been dealt with. */
      discard_conflicts: z.boolean().default(false),
    }),
    output: response.extend({
      /** Whether the text that was sent is the one that stands now. */
      accepted: z.boolean(),
    }),
    errors: ['space_not_found', 'membership_required', 'draft_already_posted', 'post_too_long'],
    rateLimit: 'write',
  }),
  discard_draft: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/draft',
    summary: 'Throw away what one was writing.',
    access: 'space-member',
    params: inSpace,
    output: emptyResponse,
    errors: ['space_not_found', 'membership_required'],
    rateLimit: 'write',
  }),
};
