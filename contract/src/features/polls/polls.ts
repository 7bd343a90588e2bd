import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { maxPollOptions } from '../../values/limits.ts';

/** An option of a poll. `vote_count` is null for viewers who cannot see the results yet. */
export const pollOption = z.object({ id, text: z.string(), vote_count: z.number().int().nullable() });

/**
 * A poll as one viewer sees it. Results are visible to voters, the author, the owner and admins, and to everyone once
 * it has closed. Votes are secret.
 */
export const poll = z.object({
  question: z.string(),
  multiple: z.boolean(),
  /** No votes are accepted from this time on. */
  closes_at: timestamp.nullable(),
  /** When someone closed it manually. */
  closed_at: timestamp.nullable(),
  /** The number of people who voted, not of votes. */
  voter_count: z.number().int(),
  options: z.array(pollOption),
  /** The viewer's vote. */
  viewer_option_ids: z.array(id),
  /** Raised by every change; the higher version wins. */
  version: z.number().int(),
});
export type Poll = z.output<typeof poll>;

/** A poll as its author enters it. */
export const pollInput = z.object({
  question: limitCharacters(z.string().trim(), {
    min: [3, () => t('A question must be at least 3 characters')],
    max: [200, () => t('A question must be at most 200 characters')],
  }),
  options: z
    .array(
      limitCharacters(z.string().trim(), {
        min: [1, () => t("Options can't be empty")],
        max: [100, () => t('At most 100 characters')],
      }),
    )
    .min(2, { error: () => t('At least 2 options') })
    .max(maxPollOptions, { error: () => t('At most 10 options') })
    .refine((options) => new Set(options.map((text) => text.toLowerCase())).size === options.length, {
      error: () => t('Options must be different'),
    }),
  multiple: z.boolean().default(false),
  closes_at: timestamp.nullable().default(null),
});
export type PollInput = z.output<typeof pollInput>;

const ofPost = z.object({ post_id: id });
const response = z.object({ poll });

export const pollLiveEvents = {
  /** Votes changed, or the poll was closed. Results aren't included: clients that can see them refetch the poll. */
  'poll.changed': z.object({
    post_id: id,
    voter_count: z.number().int(),
    closed_at: timestamp.nullable(),
    version: z.number().int(),
  }),
  /** To the voter's own devices: the poll as they see it now. */
  'poll.voted': z.object({ post_id: id, poll }),
};

export const pollEndpoints = {
  get_poll: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/poll',
    summary: 'The poll of a post, as the viewer may see it.',
    access: 'space-viewer',
    params: ofPost,
    output: z.object({ poll, live_cursor: liveCursor }),
    errors: ['poll_not_found'],
    rateLimit: 'none',
  }),
  vote_in_poll: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/poll/vote',
    summary: 'Vote in a poll. Replaces your earlier vote.',
    access: 'space-member',
    params: ofPost,
    body: z.object({
      option_ids: z
        .array(id)
        .min(1, { error: () => t('Choose at least one') })
        .max(maxPollOptions, { error: () => t('At most 10 options') }),
    }),
    output: response,
    errors: ['poll_not_found', 'poll_closed', 'poll_one_choice', 'poll_option_not_found'],
    rateLimit: 'write',
  }),
  withdraw_vote: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/poll/vote',
    summary: 'Remove your vote.',
    access: 'space-member',
    params: ofPost,
    output: response,
    errors: ['poll_not_found', 'poll_closed'],
    rateLimit: 'write',
  }),
  close_poll: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/poll/closed',
    summary: 'Close a poll (author, owner or admin). It stays closed.',
    access: 'space-member',
    params: ofPost,
    output: response,
    errors: ['poll_not_found', 'not_author_or_moderator'],
    rateLimit: 'write',
  }),
};
