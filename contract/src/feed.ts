import { z } from 'zod';
import { cursor, defineEndpoint, id, liveCursor, nothing, timestamp } from './endpoint.ts';
import { maxAttachments } from './limits.ts';
import { picture } from './uploads.ts';
import { spacePerson } from './users.ts';

/** A post as the feed shows it. `excerpt` is plain text; the whole body comes with `postDetail`. */
export const post = z.object({
  id,
  slug: z.string(),
  space_id: id,
  user_id: id,
  category_id: id.nullable(),
  title: z.string(),
  excerpt: z.string(),
  post_type: z.enum(['post', 'announcement', 'poll', 'course_page']),
  pinned_at: timestamp.nullable(),
  comments_closed: z.boolean(),
  edited_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  last_activity_at: timestamp,
  like_count: z.number().int(),
  comment_count: z.number().int(),
  created_at: timestamp,
  /** Rises with every change; the larger one wins. */
  version: z.number().int(),
  author: spacePerson,
  attachments: z.array(picture),
  /** Whether the viewer has liked it. */
  has_liked: z.boolean(),
});
export type Post = z.output<typeof post>;
/** A post with its body, sanitised HTML. */
export const postDetail = post.extend({ body: z.string() });
export type PostDetail = z.output<typeof postDetail>;

export const postTitleField = z
  .string()
  .trim()
  .min(3, 'Title must be at least 3 characters')
  .max(120, 'Title must be at most 120 characters');

const inSpace = z.object({ space_id: id });
const ofPost = z.object({ post_id: id });

export const feedEndpoints = {
  list_posts: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/posts',
    summary: 'A page of the feed, 25 a page: pinned first, then by last activity or newest first.',
    access: 'space-viewer',
    params: inSpace,
    query: z.object({
      sort: z.enum(['default', 'new']).default('default'),
      category_id: id.optional(),
      cursor,
    }),
    output: z.object({ posts: z.array(post), next_cursor: z.string().nullable(), live_cursor: liveCursor }),
    errors: ['space_not_found', 'invalid_cursor'],
    rateLimit: 'none',
  }),
  create_post: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/posts',
    summary: 'Write a post. Sent twice with the same client_id it is created once.',
    access: 'space-member',
    params: inSpace,
    body: z.object({
      client_id: id,
      title: postTitleField,
      /** HTML of the editor; sanitised before it is stored. */
      body: z.string().max(100_000, 'The post is too long'),
      category_id: id.nullable().optional(),
      upload_ids: z.array(id).max(maxAttachments, 'At most 10 attachments').default([]),
    }),
    output: z.object({ post: postDetail }),
    errors: [
      'space_not_found',
      'membership_required',
      'post_empty',
      'post_too_long',
      'category_required',
      'category_not_found',
      'upload_not_found',
      'post_limit_reached',
    ],
    rateLimit: 'write',
  }),
  get_post: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id',
    summary: 'One post with its body.',
    access: 'space-viewer',
    params: ofPost,
    output: z.object({ post: postDetail, live_cursor: liveCursor }),
    errors: ['post_not_found'],
    rateLimit: 'none',
  }),
  get_post_by_slug: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/by-subdomain/:subdomain/posts/:slug',
    summary: 'One post by its address: the slug, or the id.',
    access: 'space-viewer',
    params: z.object({ subdomain: z.string().max(80), slug: z.string().max(200) }),
    output: z.object({ post: postDetail, live_cursor: liveCursor }),
    errors: ['space_not_found', 'post_not_found'],
    rateLimit: 'none',
  }),
  delete_post: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id',
    summary: 'Delete a post (author, owner or admin). Its comments stay.',
    access: 'space-member',
    params: ofPost,
    output: nothing,
    errors: ['post_not_found', 'membership_required', 'not_the_author'],
    rateLimit: 'write',
  }),
};
