import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { cursor, defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { reactionActor, reactionTotals, viewerReactions } from '../../schema/reaction-totals.ts';
import { htmlInput } from '../../schema/rich-text.ts';
import { person, spacePerson } from '../../users.ts';
import { attachment } from '../uploads/uploads.ts';

/**
 * A comment, or a reply to one (`parent_id`). Below a page of a course, `post_id` is the id of the page. For a reply to a
 * reply, `reply_to` is the person replied to. `thread_id` is the top-level comment of the thread (its own id for a top-level
 * comment); sorting by (`thread_id`, `id`) gives reading order.
 */
export const comment = z.object({
  id,
  post_id: id,
  space_id: id,
  user_id: id,
  parent_id: id.nullable(),
  thread_id: id,
  reply_to: person.nullable(),
  /** Sanitized HTML; empty once deleted. */
  body: z.string(),
  attachment: attachment.nullable(),
  ...reactionTotals,
  created_at: timestamp,
  edited_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  /** Deleted by a moderator. */
  is_removed: z.boolean(),
  /** The reason given to the author; null for everyone except the author and moderators. */
  removal_reason: z.string().nullable(),
  version: z.number().int(),
  author: spacePerson,
  ...viewerReactions,
});
export type Comment = z.output<typeof comment>;

/** An earlier version of a comment and when it was written. */
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
const body = htmlInput('comment', () => t('The comment is too long'));

export const commentLiveEvents = {
  'comment.created': z.object({ comment }),
  /** The new text; it doesn't say who reacted to the comment. */
  'comment.edited': z.object({ comment }),
  'comment.deleted': z.object({
    comment_id: id,
    post_id: id,
    deleted_at: timestamp,
    is_removed: z.boolean(),
    version: z.number().int(),
  }),
  'comment.reactions_changed': z.object({
    comment_id: id,
    ...reactionTotals,
    version: z.number().int(),
    actor: reactionActor,
  }),
};

export const commentEndpoints = {
  list_comments: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/comments',
    summary:
      'The comments of a post, or below a page of a course: 20 top-level comments per page, oldest or newest first, each with up to 5 replies, oldest first (use list_replies for more). With `around`, returns the page that contains this comment; continue with `previous_cursor` and `next_cursor`. An unknown comment returns the first page.',
    access: 'space-viewer',
    discussions: true,
    params: ofPost,
    query: z.object({
      order: z.enum(commentOrders).default('oldest'),
      around: id.optional(),
      cursor,
      /** `previous` returns the page that ends before the cursor instead of the one that begins after it. */
      direction: z.enum(['next', 'previous']).default('next'),
    }),
    output: z.object({
      /** In reading order: each top-level comment, then its replies. */
      comments: z.array(comment),
      /** Threads with more replies after the returned ones; then those with more before them. */
      threads_with_more_after: z.array(id),
      threads_with_more_before: z.array(id),
      next_cursor: z.string().nullable(),
      previous_cursor: z.string().nullable(),
      live_cursor: liveCursor,
    }),
    rateLimit: 'none',
  }),
  list_replies: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/comments/:thread_id/replies',
    summary:
      'Replies of a thread, oldest first: the 20 after a reply (or from the start), or the 20 before one.',
    access: 'space-viewer',
    discussions: true,
    params: z.object({ post_id: id, thread_id: id }),
    query: z.object({ after: id.optional(), before: id.optional() }),
    output: z.object({ comments: z.array(comment), more: z.boolean(), live_cursor: liveCursor }),
    rateLimit: 'none',
  }),
  find_comment: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/comments/:target_id',
    summary:
      'The post of a comment, deleted or not, or the page of a course that it is below; null for a comment that was never in this space, or that the viewer may not see.',
    access: 'space-viewer',
    params: z.object({ space_id: id, target_id: id }),
    output: z.object({
      post: z.object({ id, slug: z.string() }).nullable(),
      page: z.object({ id, course_id: id }).nullable(),
    }),
    rateLimit: 'none',
  }),
  create_comment: defineEndpoint({
    method: 'POST',
    path: '/api/posts/:post_id/comments',
    summary:
      'Comment on a post or a page of a course, or reply to a comment. Sending it to the post again with the same client_id creates it only once.',
    access: 'space-member',
    discussions: true,
    params: ofPost,
    body: z.object({
      client_id: id,
      parent_id: id.nullable().optional(),
      body,
      /** An image or file uploaded for it (`comment_image`, `comment_file`). */
      upload_id: id.nullable().optional(),
    }),
    output: z.object({ comment }),
    errors: [
      'comment_not_found',
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
    summary: 'Edit your comment. Earlier versions are kept for the author and moderators.',
    access: 'space-member',
    params: ofComment,
    body: z.object({
      body,
      /** Another image or file, or null for none; omit it to keep the current one. */
      upload_id: id.nullable().optional(),
    }),
    output: z.object({ comment }),
    errors: ['not_author', 'comment_empty', 'comment_too_long', 'upload_not_found'],
    rateLimit: 'write',
  }),
  list_comment_versions: defineEndpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/versions',
    summary: 'The earlier versions of a comment, latest first, at most 50 (author, owner and admins).',
    access: 'space-member',
    params: ofComment,
    output: z.object({ versions: z.array(commentVersion) }),
    errors: ['not_author_or_moderator'],
    rateLimit: 'none',
  }),
  delete_comment: defineEndpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id',
    summary: 'Delete a comment (author, owner or admin). Replies stay.',
    access: 'space-member',
    params: ofComment,
    output: emptyResponse,
    errors: ['not_author_or_moderator'],
    rateLimit: 'write',
  }),
};
