import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { selectCases } from './cases.queries.ts';
import { decideCase } from './decide-case.ts';
import { selectOpenCount } from './moderation.queries.ts';
import { toCase } from './moderation.view.ts';
import { listOwnRemovals, putRemovalAway } from './own-removals.ts';
import { removeThing } from './remove-thing.ts';
import { reportThing } from './report-thing.ts';

const pageSize = 20;

export function moderationRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  route('report_post', ({ input, viewer, scope }) =>
    reportThing(platform, viewer, scope, { kind: 'post', id: input.post_id }, input),
  );
  route('report_comment', ({ input, viewer, scope }) =>
    reportThing(platform, viewer, scope, { kind: 'comment', id: input.comment_id }, input),
  );
  route('report_member', ({ input, viewer, scope }) =>
    reportThing(platform, viewer, scope, { kind: 'member', id: input.user_id }, input),
  );

  route('get_open_cases', async ({ viewer, scope, liveCursor }) => ({
    ...(await selectOpenCount(db, scope.space_id, viewer.user_id)),
    live_cursor: liveCursor,
  }));

  route('list_cases', async ({ input, viewer, scope }) => {
    const { status } = input;
    const after = decodeCursor(`cases-${status}`, input.cursor, isTimestamp);
    const rows = await selectCases(db, {
      space_id: scope.space_id,
      viewer_id: viewer.user_id,
      status,
      after,
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor(`cases-${status}`, { at: row.handled_at ?? row.created_at, id: row.id }),
    );
    return { cases: page.map((row) => toCase(row, viewer, scope)), next_cursor };
  });

  route('decide_case', async ({ input, viewer, scope }) => {
    await decideCase(platform, viewer, scope, input);
    return {};
  });

  route('list_own_removals', async ({ viewer, scope }) => ({
    removals: await listOwnRemovals(db, viewer, scope),
  }));
  route('put_removal_away', async ({ input, viewer, scope }) => {
    await putRemovalAway(db, viewer, scope, input.thing_id);
    return {};
  });

  route('remove_post', async ({ input, viewer, scope }) => {
    await removeThing(platform, viewer, scope, { kind: 'post', id: input.post_id }, input.reason);
    return {};
  });
  route('remove_comment', async ({ input, viewer, scope }) => {
    await removeThing(platform, viewer, scope, { kind: 'comment', id: input.comment_id }, input.reason);
    return {};
  });
}
