import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { setCommentLike } from './like-comment.ts';
import { setPostLike } from './like-post.ts';
import { listCommentLikes, listPostLikes } from './reactions.queries.ts';

const pageSize = 50;

export function reactionRoutes(route: RouteBinder, { db }: Platform): void {
  route('like_post', ({ input, viewer, scope }) =>
    setPostLike(db, viewer, scope.space_id, input.post_id, true),
  );
  route('unlike_post', ({ input, viewer, scope }) =>
    setPostLike(db, viewer, scope.space_id, input.post_id, false),
  );
  route('like_comment', ({ input, viewer, scope }) =>
    setCommentLike(db, viewer, scope.space_id, input.comment_id, true),
  );
  route('unlike_comment', ({ input, viewer, scope }) =>
    setCommentLike(db, viewer, scope.space_id, input.comment_id, false),
  );

  route('list_comment_likes', async ({ input }) => {
    const rows = await listCommentLikes(db, {
      comment_id: input.comment_id,
      after: decodeCursor('likes', input.cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('likes', { at: row.created_at, id: row.id }),
    );
    return { people: page.map(({ created_at: _at, ...person }) => person), next_cursor };
  });

  route('list_post_likes', async ({ input }) => {
    const rows = await listPostLikes(db, {
      post_id: input.post_id,
      after: decodeCursor('likes', input.cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('likes', { at: row.created_at, id: row.id }),
    );
    return { people: page.map(({ created_at: _at, ...person }) => person), next_cursor };
  });
}
