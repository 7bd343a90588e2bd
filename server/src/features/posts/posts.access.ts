import { t } from '#contract/i18n/translate.ts';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import type { ReactionCounter, TargetDefinition } from '#server/platform/targets.ts';
import { createLocator } from '../members/index.ts';
import { changeLikeCount } from './counts/change-like-count.ts';
import { deletePostInTx } from './delete-post.ts';
import { spaceOfPost } from './posts.queries.ts';
import { acknowledgePostRemoval } from './removal.queries.ts';
import {
  findPostLikes,
  findPostTarget,
  isReactedPostShown,
  reportedPost,
  unacknowledgedPosts,
} from './target.queries.ts';

const changeLikes: ReactionCounter['change'] = async (tx, id, { by, actor_id }) => {
  const actor = { user_id: actor_id, has_liked: by === 1 };
  const post = await changeLikeCount(tx, id, by, actor);
  const { user_id: author_id, title: text, like_count: count, version } = post;
  return { author_id, post_id: null, text, count, version };
};

export const postTarget: TargetDefinition = {
  notFound: notFoundCodes.post_id,
  /** Also finds deleted posts: their comments stay readable. Every write checks that the post is not deleted. */
  locator: createLocator(spaceOfPost),
  reports: {
    find: findPostTarget,
    locks_membership: false,
    label: (author) => t('a post by {author}', { author }),
    content: reportedPost,
  },
  removals: {
    remove: (tx, context, viewer, scope, { id, reason }) =>
      deletePostInTx(tx, context, viewer, scope, id, reason),
    unacknowledged: unacknowledgedPosts,
    acknowledge: (tx, { id, ...removal }) => acknowledgePostRemoval(tx, { ...removal, post_id: id }),
  },
  reactions: {
    counters: { like: { change: changeLikes, totals: findPostLikes } },
    isShown: isReactedPostShown,
  },
};
