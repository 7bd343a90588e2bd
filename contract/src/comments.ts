import { z } from 'zod';
import { cursor, defineEndpoint, id, liveCursor, nothing, timestamp } from './endpoint.ts';
import { person, spacePerson } from './users.ts';

/**
 * A comment, or a reply to one (`parent_id`); a reply to a reply names whom it answers in `reply_to`. `thread_id` is the
 * top-level comment it belongs to (itself, for one): sorting by (`thread_id`, `id`) gives the order people read.
 */
export const comment = z.object({
  id,
  post_id: id,
  space_id: id,
  user_id: id,
  parent_id: id.nullable(),
  thread_id: id,
  reply_to: person.nullable(),
  /** Sanitised HTML; empty once deleted. */
  body: z.string(),
  like_count: z.number().int(),
  created_at: timestamp,
  edited_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  version: z.number().int(),
  author: spacePerson,
  has_liked: z.boolean(),
});
export type Comment = z.output<typeof comment>;

const ofPost = z.object({ post_id: id });
const ofComment = z.object({ comment_id: id });

export const commentEndpoints = {
  list_comments: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/comments',
    summary:
      'The conversation under a post: 20 top-level comments a page, oldest first, each with its replies.',
    access: 'space-viewer',
    params: ofPost,
    query: z.object({ cursor }),
    output: z.object({
      comments: z.array(comment),
      next_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    errors: ['post_not_found', 'invalid_cursor'],
    rateLimit: 'none',
  }),
  create_comment: defineEndpoint({
    method: 'POST',
    path: '/api/posts/:post_id/comments',
    summary:
      'Comment on a post or reply to a comment. Sent twice with the same client_id it is created once.',
    access: 'space-member',
    params: ofPost,
    body: z.object({
      client_id: id,
      parent_id: id.nullable().optional(),
      body: z.string().max(30_000, 'The comment is too long'),
    }),
    output: z.object({ comment }),
    errors: [
      'post_not_found',
      'comment_not_found',
      'membership_required',
      'comments_closed',
      'comment_limit_reached',
    ],
    rateLimit: 'write',
  }),
  delete_comment: defineEndpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id',
    summary: 'Delete a comment (author, owner or admin). Replies stay.',
    access: 'space-member',
    params: ofComment,
    output: nothing,
    errors: ['comment_not_found', 'membership_required', 'not_the_author'],
    rateLimit: 'write',
  }),
};
