import { t } from '#contract/i18n/translate.ts';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import { postChannel, publish } from '#server/platform/live/publish.ts';
import type { ReactionCounter, TargetDefinition } from '#server/platform/targets.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { createLocator } from '../members/index.ts';
import { spaceOfComment, updateCommentLikes } from './comments.queries.ts';
import { deleteCommentInTx } from './delete-comment.ts';
import { acknowledgeCommentRemoval } from './removal.queries.ts';
import {
  findCommentLikes,
  findCommentTarget,
  isReactedCommentShown,
  reportedComment,
  unacknowledgedComments,
} from './target.queries.ts';

const changeLikes: ReactionCounter['change'] = async (tx, id, { by, actor_id }) => {
  const counted = await updateCommentLikes(tx, id, by);
  if (!counted) return null;
  const { post_id, user_id: author_id, like_count, version } = counted;
  await publish(tx, postChannel(post_id), 'comment.likes_changed', {
    comment_id: id,
    like_count,
    version,
    actor: { user_id: actor_id, has_liked: by === 1 },
  });
  return { author_id, post_id, text: toPlainText(counted.body), count: like_count, version };
};

export const commentTarget: TargetDefinition = {
  notFound: notFoundCodes.comment_id,
  locator: createLocator(spaceOfComment),
  reports: {
    find: findCommentTarget,
    locks_membership: false,
    label: (author) => t('a comment by {author}', { author }),
    content: reportedComment,
  },
  removals: {
    remove: (tx, context, viewer, scope, { id, reason }) =>
      deleteCommentInTx(tx, context, viewer, scope, id, reason),
    unacknowledged: unacknowledgedComments,
    acknowledge: (tx, { id, ...removal }) => acknowledgeCommentRemoval(tx, { ...removal, comment_id: id }),
  },
  reactions: {
    counters: { like: { change: changeLikes, totals: findCommentLikes } },
    isShown: isReactedCommentShown,
  },
};
