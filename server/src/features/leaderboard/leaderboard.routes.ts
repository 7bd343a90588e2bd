import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findCard, loadLevels } from './leaderboard.queries.ts';
import { toMemberCard, toSpaceLevels } from './leaderboard.view.ts';
import { nameLevels } from './name-levels.ts';
import { listRanks, readLeaderboard } from './read-leaderboard.ts';

export function leaderboardRoutes(route: RouteBinder, { db }: Platform): void {
  route('get_leaderboard', async ({ input, viewer, scope, liveCursor }) => ({
    ...(await readLeaderboard(db, viewer, scope.space_id, input.period)),
    live_cursor: liveCursor,
  }));

  route('list_leaderboard', ({ input, scope }) => listRanks(db, scope.space_id, input.period, input.cursor));

  route('get_space_levels', async ({ scope }) => {
    const { counts, names } = await loadLevels(db, scope.space_id);
    return { levels: toSpaceLevels(counts, names) };
  });

  route('set_level_names', async ({ input, viewer, scope }) => {
    await nameLevels(db, viewer, scope.space_id, input.names);
    return {};
  });

  route('get_member_card', async ({ input, scope }) => {
    const row = await findCard(db, scope.space_id, input.user_id);
    if (!row) throw new AppError('member_not_found');
    return { member: toMemberCard(row, scope.owner_id) };
  });
}
