import type { Comment, CommentVersion } from '#contract/features/comments/comments.ts';
import { toViewerReactions } from '#contract/values/reactions.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { toAttachment } from '../uploads/index.ts';
import type { CommentRow, CommentVersionRow, Reader } from './comments.queries.ts';

/** Converts a row to a comment. */
export function toComment({ given, ...row }: CommentRow): Comment {
  return { ...row, ...toViewerReactions(given), attachment: row.attachment && toAttachment(row.attachment) };
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
