import type { Comment, CommentVersion } from '#contract/features/comments/comments.ts';
import { toViewerReactions } from '#contract/values/reactions.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { type SharedItem, toSharedItem, withGiven } from '#server/platform/shared-pages/shared-item.ts';
import { toAttachment } from '../uploads/index.ts';
import type { CommentRow, CommentVersionRow, Reader } from './comments.queries.ts';

const noReader: Reader = { user_id: null, is_moderator: false };

/** Returns the reason of a removal for those who may see it: the author and moderators. */
const reasonFor = (
  { user_id, is_moderator }: Reader,
  comment: Pick<CommentRow, 'user_id' | 'removal_reason'>,
): string | null => (is_moderator || comment.user_id === user_id ? comment.removal_reason : null);

/** Converts a row to a comment as the reader sees it. */
export function toComment({ given, ...row }: CommentRow, reader: Reader): Comment {
  return {
    ...row,
    ...toViewerReactions(given),
    attachment: row.attachment && toAttachment(row.attachment),
    removal_reason: reasonFor(reader, row),
  };
}

/** A comment as all readers see it alike, and the reason of its removal. */
export interface SharedComment {
  comment: SharedItem<Comment>;
  removal_reason: string | null;
}

/** Removes what is the reader's own from a row. */
export function toSharedComment(row: CommentRow): SharedComment {
  const { removal_reason } = row;
  return { comment: toSharedItem(toComment({ ...row, given: null }, noReader)), removal_reason };
}

/** Adds what is the reader's own. All who gave the same reactions get the same object, except those who see a reason. */
export function toReaderComment(
  { comment: shared, removal_reason }: SharedComment,
  reader: Reader,
  given: ReadonlyMap<string, readonly string[]>,
): Readonly<Comment> {
  const comment = withGiven(shared, given.get(shared.item.id));
  const reason = reasonFor(reader, { user_id: comment.user_id, removal_reason });
  return reason === null ? comment : { ...comment, removal_reason: reason };
}

/** Returns the comment as published to subscribers: without anything that depends on the viewer. */
export function toPublishedComment(comment: Comment): Comment {
  return { ...comment, ...toViewerReactions(null), removal_reason: null };
}

export function toCommentVersion(row: CommentVersionRow): CommentVersion {
  return { ...row, attachment: row.attachment && toAttachment(row.attachment) };
}

export function toReader(viewer: Viewer | null, scope: SpaceContext): Reader {
  return { user_id: viewer?.user_id ?? null, is_moderator: scope.permissions.canEditSpace };
}
