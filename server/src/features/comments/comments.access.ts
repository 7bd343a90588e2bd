import { t } from '#contract/i18n/translate.ts';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import { postChannel, publish } from '#server/platform/live/publish.ts';
import type { NotifiableTarget, ReactableTarget, TargetDefinition } from '#server/platform/targets.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { postReaders } from '../access/index.ts';
import { listPageReaders } from '../courses/index.ts';
import { updateCommentReactions } from './comments.queries.ts';
import { deleteCommentInTx } from './delete-comment.ts';
import { commentLocator } from './discussions/discussions.access.ts';
import { findPageOfComment } from './discussions/discussions.queries.ts';
import { acknowledgeCommentRemoval } from './removal.queries.ts';
import { findCommentTarget, reportedComment, unacknowledgedComments } from './target.queries.ts';

const changeReactions: ReactableTarget['change'] = async (tx, comment_id, change) => {
  const counted = await updateCommentReactions(tx, comment_id, change);
  if (!counted) return null;
  const { post_id, user_id: author_id, body, ...totals } = counted;
  const { kind, by, actor_id } = change;
  await publish(tx, postChannel(post_id), 'comment.reactions_changed', {
    comment_id,
    ...totals,
    actor: { user_id: actor_id, kind, is_given: by === 1 },
  });
  return { author_id, post_id, text: toPlainText(body), ...totals };
};

/** Who may read a comment when they are notified of it: below a page of a course, those who can open it then. */
const commentNotifications: NotifiableTarget = {
  listReaders: async (db, { id, post_id }, userIds) => {
    if (post_id === null) return userIds;
    const pageId = await findPageOfComment(db, id);
    return pageId
      ? await listPageReaders(db, pageId, userIds)
      : await postReaders.listReaders(db, post_id, userIds);
  },
};

export const commentTarget: TargetDefinition = {
  notFound: notFoundCodes.comment_id,
  locator: commentLocator,
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
  reactions: { change: changeReactions, table: 'post_comments' },
  notifications: commentNotifications,
};
