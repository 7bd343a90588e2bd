import { z } from 'zod';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from './endpoint.ts';
import { sentHtml } from './rich-text.ts';
import { attachment } from './uploads.ts';
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
  attachment: attachment.nullable(),
  like_count: z.number().int(),
  created_at: timestamp,
  edited_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  /** Deleted by those who run the space. */
  is_removed: z.boolean(),
  /** What they told its author; null for everyone but the author and those who run the space. */
  removal_reason: z.string().nullable(),
  version: z.number().int(),
  author: spacePerson,
  has_liked: z.boolean(),
});
export type Comment = z.output<typeof comment>;

/** What a comment said before an edit, and when that was written. */
export const commentVersion = z.object({
  id,
  body: z.string(),
  attachment: attachment.nullable(),
  written_at: timestamp,
});
export type CommentVersion = z.output<typeof commentVersion>;

export const commentOrders = ['oldest', 'newest'] as const;
export type CommentOrder = (typeof commentOrders)[number];

const ofPost = z.object({ post_id: id });
const ofComment = z.object({ comment_id: id });
/** HTML of the editor; sanitised before it is stored. */
const body = sentHtml('comment', 'The comment is too long');

export const commentEndpoints = {
  list_comments: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/comments',
    summary:
      'The conversation under a post: 20 top-level comments a page, oldest or newest first, each with at most 5 of its replies, oldest first (more by list_replies). With `around`, the page that holds this comment, from which `previous_cursor` and `next_cursor` lead on; an unknown comment gives the first page.',
    access: 'space-viewer',
    params: ofPost,
    query: z.object({
      order: z.enum(commentOrders).default('oldest'),
      around: id.optional(),
      cursor,
      /** Reads the page that ends before the cursor instead of the one that begins after it. */
      direction: z.enum(['next', 'previous']).default('next'),
    }),
    output: z.object({
      /** In reading order: each top-level comment, then its replies. */
      comments: z.array(comment),
      /** Threads whose replies go on after, or began before, those given here. */
      threads_with_more_after: z.array(id),
      earlier_replies: z.array(id),
      next_cursor: z.string().nullable(),
      previous_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    errors: ['post_not_found', 'invalid_cursor'],
    rateLimit: 'none',
  }),
  list_replies: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/comments/:thread_id/replies',
    summary:
      'Replies of a thread, oldest first: the 20 after a reply (or from the first on), or the 20 before one.',
    access: 'space-viewer',
    params: z.object({ post_id: id, thread_id: id }),
    query: z.object({ after: id.optional(), before: id.optional() }),
    output: z.object({ comments: z.array(comment), more: z.boolean(), live_cursor: liveCursor }),
    errors: ['post_not_found'],
    rateLimit: 'none',
  }),
  find_comment: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/comments/:target_id',
    summary: 'The post under which a comment stands or stood; null for one that this space never had.',
    access: 'space-viewer',
    params: z.object({ space_id: id, target_id: id }),
    output: z.object({ post: z.object({ id, slug: z.string() }).nullable() }),
    errors: ['space_not_found'],
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
      body,
      /** A picture or file uploaded for it (`comment_image`, `comment_file`). */
      upload_id: id.nullable().optional(),
    }),
    output: z.object({ comment }),
    errors: [
      'post_not_found',
      'comment_not_found',
      'membership_required',
      'comments_closed',
      'comment_limit_reached',
      'comment_empty',
      'comment_too_long',
      'upload_not_found',
    ],
    rateLimit: 'write',
  }),
  update_comment: defineEndpoint({
    method: 'PATCH',
    path: '/api/comments/:comment_id',
    summary: 'Edit an own comment. What it said before is kept for its author and those who run the space.',
    access: 'space-member',
    params: ofComment,
    body: z.object({
      body,
      /** Another picture or file, or null for none; left out, it stays. */
      upload_id: id.nullable().optional(),
    }),
    output: z.object({ comment }),
    errors: [
      'comment_not_found',
      'membership_required',
      'not_author',
      'comment_empty',
      'comment_too_long',
      'upload_not_found',
    ],
    rateLimit: 'write',
  }),
  list_comment_versions: defineEndpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/versions',
    summary:
      'What a comment said before its edits, latest first, at most 50; for its author, owner and admins.',
    access: 'space-member',
    params: ofComment,
    output: z.object({ versions: z.array(commentVersion) }),
    errors: ['comment_not_found', 'membership_required', 'not_author_or_moderator'],
    rateLimit: 'none',
  }),
  delete_comment: defineEndpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id',
    summary: 'Delete a comment (author, owner or admin). Replies stay.',
    access: 'space-member',
    params: ofComment,
    output: emptyResponse,
    errors: ['comment_not_found', 'membership_required', 'not_author_or_moderator'],
    rateLimit: 'write',
  }),
};
