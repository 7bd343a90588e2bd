import type { OperationId } from '#contract/api.ts';
import { type ReactableKind, type ReactionKind, reactableTargets } from '#contract/values/reactions.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { capabilityOf } from '#server/platform/targets.ts';
import { listReactors } from './reactions.queries.ts';
import { type ReactionInput, setReaction } from './set-reaction.ts';

const pageSize = 50;

/** One kind of reactions to a target. */
type Reactions = Pick<ReactionInput, 'target' | 'kind'>;

interface ReactionCall {
  input: Record<string, string> & { kind: ReactionKind; cursor?: string };
  viewer: Viewer;
  /** Undefined for targets outside of spaces. */
  scope: SpaceContext | undefined;
}

export function reactionRoutes(route: RouteBinder, platform: Platform): void {
  for (const kind of Object.keys(reactableTargets) as ReactableKind[]) {
    /** Binds one of the endpoints that the contract derives from the kind of target. */
    const bind = (
      operation: string,
      handler: (call: ReactionCall, reactions: Reactions) => Promise<unknown>,
    ) =>
      route(
        operation as OperationId,
        ((call: ReactionCall) =>
          handler(call, {
            target: { kind, id: call.input[`${kind}_id`] ?? '' },
            kind: call.input.kind,
          })) as never,
      );
    bind(`add_${kind}_reaction`, ({ viewer, scope }, reactions) =>
      setReaction(platform, viewer, scope?.space_id ?? null, { ...reactions, is_given: true }),
    );
    bind(`remove_${kind}_reaction`, ({ viewer, scope }, reactions) =>
      setReaction(platform, viewer, scope?.space_id ?? null, { ...reactions, is_given: false }),
    );
    bind(`list_${kind}_reactors`, ({ viewer, input }, reactions) =>
      listPeople(platform, viewer, reactions, input.cursor),
    );
  }
  likeRoutes(route, platform);
}

/** The endpoints of likes, which are those above for the kind `like`. */
function likeRoutes(route: RouteBinder, platform: Platform): void {
  const kind = 'like';
  const set = (viewer: Viewer, scope: SpaceContext, target: Reactions['target'], is_given: boolean) =>
    setReaction(platform, viewer, scope.space_id, { target, kind, is_given });
  const post = (id: string) => ({ kind: 'post', id }) as const;
  const comment = (id: string) => ({ kind: 'comment', id }) as const;
  route('like_post', ({ input, viewer, scope }) => set(viewer, scope, post(input.post_id), true));
  route('unlike_post', ({ input, viewer, scope }) => set(viewer, scope, post(input.post_id), false));
  route('like_comment', ({ input, viewer, scope }) => set(viewer, scope, comment(input.comment_id), true));
  route('unlike_comment', ({ input, viewer, scope }) => set(viewer, scope, comment(input.comment_id), false));
  route('list_post_likes', ({ input, viewer }) =>
    listPeople(platform, viewer, { target: post(input.post_id), kind }, input.cursor),
  );
  route('list_comment_likes', ({ input, viewer }) =>
    listPeople(platform, viewer, { target: comment(input.comment_id), kind }, input.cursor),
  );
}

/** Returns a page of the people who gave a reaction, latest first. */
async function listPeople(
  { db, targets }: Platform,
  viewer: Viewer | null,
  { target, kind }: Reactions,
  cursor: string | undefined,
) {
  const { authorize, table } = capabilityOf(targets, target.kind, 'reactions');
  if (authorize) {
    if (!viewer) throw new AppError(targets[target.kind].notFound);
    await authorize(db, { id: target.id, user_id: viewer.user_id, to: 'list' });
  }
  const rows = await listReactors(db, {
    target: { table, id: target.id },
    kind,
    after: decodeCursor('likes', cursor, isTimestamp),
    limit: pageSize + 1,
  });
  const { page, next_cursor } = toPage(rows, pageSize, ({ created_at, person }) =>
    encodeCursor('likes', { at: created_at, id: person.id }),
  );
  return { people: page.map(({ person }) => person), next_cursor };
}
