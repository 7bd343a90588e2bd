import { z } from 'zod';
import { defineEndpoint, id, liveCursor, timestamp } from './endpoint.ts';
import { limitCharacters } from './limit-characters.ts';
import { maxPollOptions } from './limits.ts';

/** What somebody may choose. `vote_count` is null for those who may not see the results yet. */
export const pollOption = z.object({ id, text: z.string(), vote_count: z.number().int().nullable() });

/**
 * A poll as one viewer sees it: results are for those who have voted, its author, owner and admins, and everyone once
 * it has closed. Who voted for what is shown to nobody.
 */
export const poll = z.object({
  question: z.string(),
  multiple: z.boolean(),
  /** From this time on nobody votes. */
  closes_at: timestamp.nullable(),
  /** Closed by hand. */
  closed_at: timestamp.nullable(),
  /** People, not votes. */
  voter_count: z.number().int(),
  options: z.array(pollOption),
  /** What the viewer has chosen. */
  viewer_option_ids: z.array(id),
  /** Rises with every change; the larger one wins. */
  version: z.number().int(),
});
export type Poll = z.output<typeof poll>;

/** A poll as its author writes it. */
export const pollInput = z.object({
  question: limitCharacters(z.string().trim(), {
    min: [3, 'A question must be at least 3 characters'],
    max: [200, 'A question must be at most 200 characters'],
  }),
  options: z
    .array(
      limitCharacters(z.string().trim(), {
        min: [1, 'An option cannot be empty'],
        max: [100, 'At most 100 characters'],
      }),
    )
    .min(2, 'At least 2 options')
    .max(maxPollOptions, 'At most 10 options')
    .refine(
      (options) => new Set(options.map((text) => text.toLowerCase())).size === options.length,
      'Two options are the same',
    ),
  multiple: z.boolean().default(false),
  closes_at: timestamp.nullable().default(null),
});
export type PollInput = z.output<typeof pollInput>;

const ofPost = z.object({ post_id: id });
const response = z.object({ poll });

export const pollEndpoints = {
  get_poll: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/poll',
    summary: 'The poll of a post, as the viewer may see it.',
    access: 'space-viewer',
    params: ofPost,
    output: z.object({ poll, live_cursor: liveCursor }),
    errors: ['post_not_found', 'poll_not_found'],
    rateLimit: 'none',
  }),
  vote_in_poll: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/poll/vote',
    summary: 'State what one votes for; it replaces what one had voted for.',
    access: 'space-member',
    params: ofPost,
    body: z.object({
      option_ids: z.array(id).min(1, 'Choose at least one').max(maxPollOptions, 'At most 10 options'),
    }),
    output: response,
    errors: [
      'post_not_found',
      'poll_not_found',
      'membership_required',
      'poll_closed',
      'poll_one_choice',
      'poll_option_not_found',
    ],
    rateLimit: 'write',
  }),
  withdraw_vote: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/poll/vote',
    summary: 'Take one’s vote back.',
    access: 'space-member',
    params: ofPost,
    output: response,
    errors: ['post_not_found', 'poll_not_found', 'membership_required', 'poll_closed'],
    rateLimit: 'write',
  }),
  close_poll: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/poll/closed',
    summary: 'Close a poll (author, owner or admin). It stays closed.',
    access: 'space-member',
    params: ofPost,
    output: response,
    errors: ['post_not_found', 'poll_not_found', 'membership_required', 'not_author_or_moderator'],
    rateLimit: 'write',
  }),
};
