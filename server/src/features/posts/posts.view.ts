import type { Post, PostDetail } from '#contract/features/posts/posts.ts';
import { toViewerReactions } from '#contract/values/reactions.ts';
import { nowIso } from '#server/platform/clock.ts';
import { toPoll, toPublishedPoll } from '../polls/index.ts';
import { splitAttachments, toImage } from '../uploads/index.ts';
import type { PostRow } from './posts.queries.ts';

/** Converts a row to a post as the feed shows it. */
export function toPost(row: PostRow): Post {
  const { attachments, poll, link_preview, commenters, given, ...post } = row;
  const { images, files } = splitAttachments(attachments);
  return {
    ...post,
    ...toViewerReactions(given),
    attachments: images,
    files,
    commenters: commenters ?? [],
    poll: poll && toPoll(poll, nowIso()),
    link_preview: link_preview && {
      ...link_preview,
      image: link_preview.image && toImage(link_preview.image),
    },
  };
}

/** Converts a row with its body. */
export function toPostDetail(row: PostRow & { body: string }): PostDetail {
  const { body, ...rest } = row;
  return { ...toPost(rest), body };
}

/** Returns the post as published to subscribers: without anything that depends on the viewer. */
export function toPublishedPost(post: Post | PostDetail): Post {
  const { body: _body, ...rest } = { body: '', ...post };
  return { ...rest, ...toViewerReactions(null), poll: rest.poll && toPublishedPoll(rest.poll) };
}

export function withoutBody({ body: _body, ...row }: PostRow & { body: string }): PostRow {
  return row;
}
