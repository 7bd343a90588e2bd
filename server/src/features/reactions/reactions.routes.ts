import type { Target } from '#contract/values/targets.ts';
import type { Viewer } from '#server/platform/access.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { capabilityOf } from '#server/platform/targets.ts';
import { listReactors } from './reactions.queries.ts';
import { setReaction } from './set-reaction.ts';

const pageSize = 50;

export function reactionRoutes(route: RouteBinder, platform: Platform): void {
  const { db, targets } = platform;
  const setLike = async (viewer: Viewer, spaceId: string, target: Target, has_liked: boolean) => {
    const reaction = { target, kind: 'like', is_given: has_liked } as const;
    const { count, version } = await setReaction(platform, viewer, spaceId, reaction);
    return { like_count: count, has_liked, version };
  };
  route('like_post', ({ input, viewer, scope }) =>
    setLike(viewer, scope.space_id, { kind: 'post', id: input.post_id }, true),
  );
  route('unlike_post', ({ input, viewer, scope }) =>
    setLike(viewer, scope.space_id, { kind: 'post', id: input.post_id }, false),
  );
  route('like_comment', ({ input, viewer, scope }) =>
    setLike(viewer, scope.space_id, { kind: 'comment', id: input.comment_id }, true),
  );
  route('unlike_comment', ({ input, viewer, scope }) =>
    setLike(viewer, scope.space_id, { kind: 'comment', id: input.comment_id }, false),
  );

  const listLikes = async ({ kind, id }: Target, cursor: string | undefined) => {
    const rows = await listReactors(db, {
      target_id: id,
      kind: 'like',
      isShown: capabilityOf(targets, kind, 'reactions').isShown,
      after: decodeCursor('likes', cursor, isTimestamp),
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, ({ created_at, person }) =>
      encodeCursor('likes', { at: created_at, id: person.id }),
    );
    return { people: page.map(({ person }) => person), next_cursor };
  };
  route('list_post_likes', ({ input }) => listLikes({ kind: 'post', id: input.post_id }, input.cursor));
  route('list_comment_likes', ({ input }) =>
    listLikes({ kind: 'comment', id: input.comment_id }, input.cursor),
  );
}
