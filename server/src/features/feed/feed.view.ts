import type { Post, PostDetail } from '#contract/feed.ts';
import { noStanding } from '../points/index.ts';
import { toPicture } from '../uploads/index.ts';
import type { PostRow } from './feed.queries.ts';

/** A row as the feed shows it. */
export function toPost(row: PostRow): Post {
  const { full_name, username, avatar_url, profile_url, standing, attachments, ...post } = row;
  return {
    ...post,
    author: { id: row.user_id, full_name, username, avatar_url, profile_url, ...(standing ?? noStanding) },
    attachments: (attachments ?? []).map(toPicture),
  };
}

/** A row with its body. */
export function toPostDetail(row: PostRow & { body: string }): PostDetail {
  const { body, ...rest } = row;
  return { ...toPost(rest), body };
}

/** What others hear of a post: nothing in it depends on who hears it. */
export function toPublishedPost(post: Post | PostDetail): Post {
  const { body: _body, ...rest } = { body: '', ...post };
  return { ...rest, has_liked: false };
}
