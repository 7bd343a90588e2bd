import { z } from 'zod';
import { cursor, defineEndpoint, id } from '../../schema/endpoint.ts';
import { person } from '../../users.ts';

const totals = z.object({ like_count: z.number().int(), has_liked: z.boolean(), version: z.number().int() });
const ofPost = z.object({ post_id: id });
const ofComment = z.object({ comment_id: id });

/** Likes are set with PUT and removed with DELETE, never toggled, so that repeating a request has no effect. */
export const reactionEndpoints = {
  like_post: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/like',
    summary: 'Like a post.',
    access: 'space-member',
    params: ofPost,
    output: totals,
    rateLimit: 'write',
  }),
  unlike_post: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/like',
    summary: 'Remove a like from a post.',
    access: 'space-member',
    params: ofPost,
    output: totals,
    rateLimit: 'write',
  }),
  list_post_likes: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/likes',
    summary: 'The people who liked a post, latest first, 50 per page.',
    access: 'space-viewer',
    params: ofPost,
    query: z.object({ cursor }),
    output: z.object({ people: z.array(person), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  list_comment_likes: defineEndpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/likes',
    summary: 'The people who liked a comment, latest first, 50 per page.',
    access: 'space-viewer',
    params: ofComment,
    query: z.object({ cursor }),
    output: z.object({ people: z.array(person), next_cursor: z.string().nullable() }),
    rateLimit: 'none',
  }),
  like_comment: defineEndpoint({
    method: 'PUT',
    path: '/api/comments/:comment_id/like',
    summary: 'Like a comment.',
    access: 'space-member',
    params: ofComment,
    output: totals,
    rateLimit: 'write',
  }),
  unlike_comment: defineEndpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id/like',
    summary: 'Remove a like from a comment.',
    access: 'space-member',
    params: ofComment,
    output: totals,
    rateLimit: 'write',
  }),
};
