import { t } from '#contract/i18n/translate.ts';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import type { TargetDefinition } from '#server/platform/targets.ts';
import { postReaders } from '../access/index.ts';
import { createLocator } from '../members/index.ts';
import { categoryOfPost, inOpenCategory } from '../spaces/index.ts';
import { changePostReactions } from './counts/change-reactions.ts';
import { deletePostInTx } from './delete-post.ts';
import { spaceOfPost } from './posts.queries.ts';
import { acknowledgePostRemoval } from './removal.queries.ts';
import { findPostTarget, reportedPost, unacknowledgedPosts } from './target.queries.ts';

/** Also finds deleted posts: their comments stay readable. Every write checks that the post is not deleted. */
export const postLocator = inOpenCategory(createLocator(spaceOfPost), categoryOfPost);

export const postTarget: TargetDefinition = {
  notFound: notFoundCodes.post_id,
  locator: postLocator,
  notifications: {
    onlyReaders: async (db, entries) => {
      const asked = entries.map((entry) => ({ entry, user_id: entry.user_id, post_id: entry.id }));
      return (await postReaders.onlyReadable(db, asked)).map(({ entry }) => entry);
    },
  },
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
  reactions: { change: changePostReactions, table: 'posts' },
};
