import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isUuid, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { selectComments } from './comments.queries.ts';
import { createComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';

const pageSize = 20;

export function commentRoutes(route: RouteBinder, { db }: Platform): void {
  route('list_comments', async ({ input, viewer, liveCursor }) => {
    const after = decodeCursor('thread', input.cursor, isUuid);
    const rows = await selectComments(db, viewer, {
      post_id: input.post_id,
      after: after && { thread_id: after.at, id: after.id },
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('thread', { at: row.thread_id, id: row.id }),
    );
    return { comments: page, next_cursor, live_cursor: liveCursor };
  });

  route('create_comment', async ({ input, viewer, scope }) => {
    return { comment: await createComment(db, viewer, scope, input) };
  });

  route('delete_comment', async ({ input, viewer, scope }) => {
    await deleteComment(db, viewer, scope, input.comment_id);
    return {};
  });
}
