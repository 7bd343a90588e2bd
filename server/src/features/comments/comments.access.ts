import { t } from '#contract/i18n/translate.ts';
import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import { postChannel, publish } from '#server/platform/live/publish.ts';
import {
  type NotifiableTarget,
  onlyReadersByKey,
  type ReactableTarget,
  type TargetDefinition,
} from '#server/platform/targets.ts';
import { toPlainText } from '#server/platform/text/rich-text.ts';
import { postReaders } from '../access/index.ts';
import { listPageReaders } from '../courses/index.ts';
import { lockPostCategory } from '../spaces/index.ts';
import { postIdOfComment, updateCommentReactions } from './comments.queries.ts';
import { deleteCommentInTx } from './delete-comment.ts';
import { commentLocator, locatePage } from './discussions/discussions.access.ts';
import { listPagesOfComments } from './discussions/discussions.queries.ts';
import { acknowledgeCommentRemoval } from './removal.queries.ts';
import { findCommentTarget, reportedComment, unacknowledgedComments } from './target.queries.ts';

/**
 * Counts a reaction to a comment and publishes `comment.reactions_changed` to the readers of its post. Null, too, if the post,
 * or the page of a course, isn't open to the actor anymore.
 */
const changeReactions: ReactableTarget['change'] = async (tx, comment_id, change) => {
  const { kind, by, actor_id } = change;
  // Sent together, the lock first.
  const [category_rules, counted] = await Promise.all([
    lockPostCategory(tx, postIdOfComment(comment_id)),
    updateCommentReactions(tx, comment_id, change),
  ]);
  if (!counted) return null;
  const { post_id, post_type, user_id: author_id, body, ...totals } = counted;
  const isOpen =
    post_type === 'course_page'
      ? (await locatePage(tx, { user_id: actor_id }, post_id)) !== null
      : category_rules.length === 0 || (await postReaders.listReaders(tx, post_id, [actor_id])).length > 0;
  if (!isOpen) return null;
  await publish(tx, postChannel(post_id), 'comment.reactions_changed', {
    comment_id,
    ...totals,
    actor: { user_id: actor_id, kind, is_given: by === 1 },
  });
  return { author_id, post_id, text: toPlainText(body), ...totals };
};

/** Who may read a comment when they are notified of it: below a page of a course, those who can open it then. */
const commentNotifications: NotifiableTarget = {
  onlyReaders: async (db, entries) => {
    const pages = await listPagesOfComments(
      db,
      entries.map(({ id }) => id),
    );
    const pageOf = ({ id, post_id }: (typeof entries)[number]) =>
      post_id === null ? undefined : pages.get(id);
    const belowPages = await onlyReadersByKey(
      entries.filter((entry) => pageOf(entry) !== undefined),
      (entry) => pageOf(entry) ?? '',
      (first, userIds) => listPageReaders(db, pageOf(first) ?? '', userIds),
    );
    const belowPosts = await postReaders.onlyReadable(
      db,
      entries.filter((entry) => pageOf(entry) === undefined),
    );
    return [...belowPages, ...belowPosts];
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
