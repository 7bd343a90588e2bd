import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listCases } from './cases.queries.ts';
import { countOpenCases } from './moderation.queries.ts';
import { toCase } from './moderation.view.ts';
import { acknowledgeRemoval, listMyRemovals } from './my-removals.ts';
import { removeContent } from './remove-content.ts';
import { reportContent } from './report-content.ts';
import { resolveCase } from './resolve-case.ts';

const pageSize = 20;

export function moderationRoutes(route: RouteBinder, platform: Platform): void {
  const { db, targets } = platform;
  route('report_post', ({ input, viewer, scope }) =>
    reportContent(platform, viewer, scope, { kind: 'post', id: input.post_id }, input),
  );
  route('report_comment', ({ input, viewer, scope }) =>
    reportContent(platform, viewer, scope, { kind: 'comment', id: input.comment_id }, input),
  );
  route('report_member', ({ input, viewer, scope }) =>
    reportContent(platform, viewer, scope, { kind: 'member', id: input.user_id }, input),
  );

  route('get_open_cases', async ({ viewer, scope, liveCursor }) => ({
    ...(await countOpenCases(db, scope.space_id, viewer.user_id)),
    live_cursor: liveCursor,
  }));

  route('list_cases', async ({ input, viewer, scope }) => {
    const { status } = input;
    const after = decodeCursor(`cases-${status}`, input.cursor, isTimestamp);
    const rows = await listCases(db, targets, {
      space_id: scope.space_id,
      viewer_id: viewer.user_id,
      status,
      after,
      limit: pageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor(`cases-${status}`, { at: row.resolved_at ?? row.created_at, id: row.id }),
    );
    return { cases: page.map((row) => toCase(row, viewer, scope)), next_cursor };
  });

  route('resolve_case', async ({ input, viewer, scope }) => {
    await resolveCase(platform, viewer, scope, input);
    return {};
  });

  route('list_my_removals', async ({ viewer, scope }) => ({
    removals: await listMyRemovals(platform, viewer, scope),
  }));
  route('acknowledge_removal', async ({ input, viewer, scope }) => {
    await acknowledgeRemoval(platform, viewer, scope, input.target_id);
    return {};
  });

  route('remove_post', async ({ input, viewer, scope }) => {
    await removeContent(platform, viewer, scope, { kind: 'post', id: input.post_id }, input.reason);
    return {};
  });
  route('remove_comment', async ({ input, viewer, scope }) => {
    await removeContent(platform, viewer, scope, { kind: 'comment', id: input.comment_id }, input.reason);
    return {};
  });
}
