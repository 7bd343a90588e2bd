import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { banMember, unbanMember } from './ban-member.ts';
import { listBans, listFormerMembers } from './bans.queries.ts';

/** Bans on a page. */
const pageSize = 50;
const maxFormerMembers = 20;

/** Bans, and the former members who can be banned. */
export function banRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('ban_member', async ({ input, viewer }) => {
    await banMember(platform, viewer, input.space_id, input.user_id);
    return {};
  });

  route('unban_member', async ({ input, viewer }) => {
    await unbanMember(db, viewer, input.space_id, input.user_id);
    return {};
  });

  route('list_bans', async ({ input }) => {
    const after = decodeCursor('banned', input.cursor, isTimestamp);
    const rows = await listBans(db, { space_id: input.space_id, after, limit: pageSize + 1 });
    const { page, next_cursor } = toPage(rows, pageSize, (row) =>
      encodeCursor('banned', { at: row.banned_at ?? '', id: row.id }),
    );
    return {
      bans: page.map((row) => ({ banned_at: row.banned_at ?? '', user: row.user })),
      next_cursor,
    };
  });

  route('list_former_members', async ({ input }) => {
    const rows = await listFormerMembers(db, {
      space_id: input.space_id,
      search: input.search,
      limit: maxFormerMembers,
    });
    return { people: rows };
  });
}
