import { z } from 'zod';
import { cursor, defineEndpoint, id, liveCursor } from '../../schema/endpoint.ts';
import { post } from '../posts/posts.ts';

/** `default` sorts by last activity. */
export const feedSorts = ['default', 'new', 'top'] as const;
export const topPeriods = ['7d', '30d', 'all'] as const;

export const feedEndpoints = {
  list_posts: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/posts',
    summary:
      'The posts of a space, 25 per page: pinned posts first, then by last activity; or newest first, or most liked (`top`) of the last 7 days, 30 days or all time, without regard to pins.',
    access: 'space-viewer',
    params: z.object({ space_id: id }),
    query: z.object({
      sort: z.enum(feedSorts).default('default'),
      /** The period of `top`; ignored by the other orders. */
      period: z.enum(topPeriods).default('7d'),
      category_id: id.optional(),
      cursor,
    }),
    output: z.object({ posts: z.array(post), next_cursor: z.string().nullable(), live_cursor: liveCursor }),
    rateLimit: 'none',
  }),
  list_category_posts: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/:space_id/categories/:category_id/posts',
    summary:
      'Title and address of the 6 posts of a category with the latest activity, without regard to pins.',
    access: 'space-viewer',
    params: z.object({ space_id: id, category_id: id }),
    output: z.object({ posts: z.array(post.pick({ id: true, slug: true, title: true })) }),
    rateLimit: 'none',
  }),
};
