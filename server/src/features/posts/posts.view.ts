import type { Post, PostDetail } from '#contract/features/posts/posts.ts';
import { toViewerReactions } from '#contract/values/reactions.ts';
import type { MemberRights, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { type SharedItem, toSharedItem, withGiven } from '#server/platform/shared-pages/shared-item.ts';
import { canClose, type PollRow, toPoll, toPollOfViewer, toPublishedPoll } from '../polls/index.ts';
import { splitAttachments, toImage } from '../uploads/index.ts';
import type { PostDetailRow, PostRow } from './posts.queries.ts';

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

/** A post as all viewers of its space see it alike, without what is the viewer's own. */
export interface SharedPost {
  /** Without its poll. */
  post: SharedItem<Post>;
  /** As it was read for no one. The results that a viewer sees also depend on the time. */
  poll: PollRow | null;
}

/** What is a viewer's own of some posts: the kinds of their reactions by post, and the poll options they chose. */
export interface OwnOfPosts {
  given: ReadonlyMap<string, readonly string[]>;
  voted: ReadonlySet<string>;
}

/** Removes what is the viewer's own from a row. */
export function toSharedPost(row: PostRow): SharedPost {
  const poll = row.poll && { ...row.poll, viewer_option_ids: null, sees_all: false };
  return { post: toSharedItem(toPost({ ...row, poll: null, given: null })), poll };
}

/** Adds what is the viewer's own, and their view of the poll. Without a poll, all who gave the same reactions get the same object. */
export function toViewerPost(
  shared: SharedPost,
  viewer: Viewer | null,
  rights: MemberRights,
  own: OwnOfPosts,
): Readonly<Post> {
  const post = withGiven(shared.post, own.given.get(shared.post.item.id));
  if (!shared.poll) return post;
  const results = { voted: own.voted, sees_all: canClose(viewer, rights, post.user_id) };
  return { ...post, poll: toPollOfViewer(shared.poll, results, nowIso()) };
}

/** Converts a row with its body. */
export function toPostDetail(row: PostDetailRow): PostDetail {
  const { body, is_limited: _, ...rest } = row;
  return { ...toPost(rest), body };
}

/** Returns the post as published to subscribers: without anything that depends on the viewer. */
export function toPublishedPost(post: Post | PostDetail): Post {
  const { body: _body, ...rest } = { body: '', ...post };
  return { ...rest, ...toViewerReactions(null), poll: rest.poll && toPublishedPoll(rest.poll) };
}

export function withoutBody({ body: _body, is_limited: _, ...row }: PostDetailRow): PostRow {
  return row;
}
