import { sql } from 'kysely';
import type { MemberSort } from '#contract/features/members/members.ts';
import type { SpacePerson } from '#contract/users.ts';
import { levelThresholds } from '#contract/values/levels.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { isInteger, isTimestamp, type Keyset } from '#server/platform/paging/cursor.ts';
import { spacePersonJson } from '#server/platform/people/person.queries.ts';
import { findMatchingMembers } from './member-search.queries.ts';
import type { Role } from './members.policy.ts';

export interface MemberRow {
  id: string;
  space_id: string;
  user_id: string;
  role: Role;
  status: 'active';
  joined_at: string;
  user: SpacePerson;
  points: number;
  /** Whether the viewer blocked them, or they blocked the viewer. */
  is_blocked: boolean;
  /** The row's position in the requested order, for cursors. */
  position: string;
}

const wireTime = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** For each order: its columns, its position in a cursor, and the condition for what follows a cursor in a space. */
const orders = {
  newest: {
    by: sql`m.joined_at desc, m.id desc`,
    position: sql`to_char(m.joined_at, ${sql.lit(wireTime)})`,
    id: (row: MemberRow) => row.id,
    isPosition: isTimestamp,
    after: ({ at, id }: Keyset) => sql`and (m.joined_at, m.id) < (${at}::timestamptz, ${id}::uuid)`,
  },
  // Newest first within one level, which has a separate index.
  newestOfLevel: {
    by: sql`mp.joined_at desc, mp.user_id desc`,
    position: sql`to_char(mp.joined_at, ${sql.lit(wireTime)})`,
    id: (row: MemberRow) => row.user_id,
    isPosition: isTimestamp,
    after: ({ at, id }: Keyset) => sql`and (mp.joined_at, mp.user_id) < (${at}::timestamptz, ${id}::uuid)`,
  },
  // Latest activity first, so those who are online come before most others. Its exact time is nobody's business: a cursor
  // only identifies the member, whose position is read from the row.
  online: {
    by: sql`m.last_active_at desc, m.joined_at desc, m.id desc`,
    position: sql`''`,
    id: (row: MemberRow) => row.id,
    isPosition: (value: string) => value === '',
    after: ({ id }: Keyset, spaceId: string) => {
      const ofCursor = (column: string) => sql`(select ${sql.ref(column)} from space_members
        where id = ${id}::uuid and space_id = ${spaceId}::uuid and status = 'active')`;
      return sql`and (m.last_active_at, m.joined_at, m.id)
        < (${ofCursor('last_active_at')}, ${ofCursor('joined_at')}, ${id}::uuid)`;
    },
  },
  points: {
    by: sql`mp.points desc, mp.user_id desc`,
    position: sql`mp.points::text`,
    id: (row: MemberRow) => row.user_id,
    isPosition: isInteger,
    after: ({ at, id }: Keyset) => sql`and (mp.points, mp.user_id) < (${at}::int, ${id}::uuid)`,
  },
} as const;

export type ListOrder = keyof typeof orders;
/** The order of a list. Its name is also the scope of its cursors. */
export const toOrder = (sort: MemberSort, level: number | undefined): ListOrder =>
  sort === 'newest' && level ? 'newestOfLevel' : sort;
export const getOrder = (order: ListOrder) => orders[order];

/**
 * Restricts the list to one level. When sorted by points, the level is a range of that index; for other orders that
 * range would make the database read and sort all of it, so they compare the level.
 */
const levelCondition = (level: number, order: ListOrder) =>
  order === 'points'
    ? sql`and mp.points >= ${levelThresholds[level - 1] ?? 0}::int and mp.points < ${levelThresholds[level] ?? 2 ** 31 - 1}::int`
    : sql`and mp.level = ${level}::smallint`;

/**
 * Returns a page of active members. Every order uses an index; a level is a range of the points index, or has an
 * index by joining time.
 * @throws AppError `invalid_cursor` if the order reads its position from a member who isn't active anymore
 */
export async function listMembers(
  db: Db,
  input: {
    space_id: string;
    search: string | undefined;
    role?: Role | undefined;
    level?: number | undefined;
    order: ListOrder;
    after: Keyset | null;
    limit: number;
    viewer_id: string | undefined;
  },
): Promise<MemberRow[]> {
  const order = orders[input.order];
  const matching = input.search ? await findMatchingMembers(db, input.space_id, input.search) : null;
  const { rows } = await sql<MemberRow>`
    select m.id, m.space_id, m.user_id, m.role, m.status, m.joined_at,
      ${spacePersonJson('u', 'mp')} as user, mp.points, ${order.position} as position,
      m.user_id = any(array(
        select blocked_user_id from chat_blocks where user_id = ${input.viewer_id ?? null}::uuid
        union all select user_id from chat_blocks where blocked_user_id = ${input.viewer_id ?? null}::uuid)) as is_blocked
    from space_members m join users u on u.id = m.user_id
      join member_points mp on mp.space_id = m.space_id and mp.user_id = m.user_id
    where m.space_id = ${input.space_id}::uuid and m.status = 'active' and mp.space_id = ${input.space_id}::uuid
      and mp.is_member
      ${matching ? sql`and ${matching}` : sql``}
      ${input.role ? sql`and m.role = ${input.role}` : sql``}
      ${input.level ? levelCondition(input.level, input.order) : sql``}
      ${input.after ? order.after(input.after, input.space_id) : sql``}
    order by ${order.by} limit ${pageLimit(input.limit)}`.execute(db);
  if (rows.length === 0 && input.after && input.order === 'online')
    await requireCursorMember(db, input.space_id, input.after.id);
  return rows;
}

async function requireCursorMember(db: Db, spaceId: string, memberId: string): Promise<void> {
  const member = await db
    .selectFrom('space_members')
    .select('id')
    .where('id', '=', memberId)
    .where('space_id', '=', spaceId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!member) throw new AppError('invalid_cursor');
}
