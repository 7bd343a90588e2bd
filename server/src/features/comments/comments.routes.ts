import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { canDelete } from '../posts/index.ts';
import { getComment, listCommentVersions } from './comments.queries.ts';
import { toCommentVersion, toReader } from './comments.view.ts';
import { createComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { findWhereCommented } from './discussions/find-where-commented.ts';
import { readReplies, readThreads } from './read-threads.ts';
import { updateComment } from './update-comment.ts';

const maxVersions = 50;

export function commentRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  route('list_comments', async ({ input, viewer, scope, liveCursor }) => ({
    ...(await readThreads(db, toReader(viewer, scope), input)),
    live_cursor: liveCursor,
  }));

  route('list_replies', async ({ input, viewer, scope, liveCursor }) => ({
    ...(await readReplies(db, toReader(viewer, scope), input)),
    live_cursor: liveCursor,
  }));

  route('find_comment', ({ input, viewer, scope }) => findWhereCommented(db, viewer, scope, input.target_id));

  route('create_comment', async ({ input, viewer, scope }) => {
    return { comment: await createComment(platform, viewer, scope, input) };
  });

  route('update_comment', async ({ input, viewer, scope }) => {
    return { comment: await updateComment(platform, viewer, scope, input) };
  });

  route('list_comment_versions', async ({ input, viewer, scope }) => {
    const comment = await getComment(db, toReader(viewer, scope), input.comment_id);
    if (!canDelete(viewer, scope, comment.user_id)) throw new AppError('not_author_or_moderator');
    const rows = await listCommentVersions(db, input.comment_id, maxVersions);
    return { versions: rows.map(toCommentVersion) };
  });

  route('delete_comment', async ({ input, viewer, scope }) => {
    await deleteComment(platform, viewer, scope, input.comment_id);
    return {};
  });
}
