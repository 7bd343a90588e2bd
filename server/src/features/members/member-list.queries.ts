import { type RawBuilder, sql } from 'kysely';
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

/** The activity of those whom a block separates from the viewer, as if they had never been active: the order would tell. */
const never = sql`'1970-01-01T00:00:00Z'::timestamptz`;

/** The condition for what follows a cursor, given when member `m` was active. */
const afterActive = (
  activeAt: RawBuilder<unknown>,
  { id }: Keyset,
  spaceId: string,
  blocked: RawBuilder<unknown>,
) => {
  const ofCursor = (value: RawBuilder<unknown>) => sql`(select ${value} from space_members c
    where c.id = ${id}::uuid and c.space_id = ${spaceId}::uuid and c.status = 'active')`;
  const cursorActiveAt = sql`case when c.user_id = any(${blocked}) then ${never} else c.last_active_at end`;
  return sql`and (${activeAt}, m.joined_at, m.id)
    < (${ofCursor(cursorActiveAt)}, ${ofCursor(sql`c.joined_at`)}, ${id}::uuid)`;
};

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
    after: (cursor: Keyset, spaceId: string, blocked: RawBuilder<unknown>) =>
      afterActive(sql`m.last_active_at`, cursor, spaceId, blocked),
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
  const viewer = sql`${input.viewer_id ?? null}::uuid`;
  const blocked = sql`array(select blocked_user_id from chat_blocks where user_id = ${viewer}
    union all select user_id from chat_blocks where blocked_user_id = ${viewer})`;
  const select = (by: RawBuilder<unknown>, condition: RawBuilder<unknown>, more = sql``) => sql<MemberRow>`
    select m.id, m.space_id, m.user_id, m.role, m.status, m.joined_at,
      ${spacePersonJson('u', 'mp')} as user, mp.points, ${order.position} as position,
      m.user_id = any(${blocked}) as is_blocked ${more}
    from space_members m join users u on u.id = m.user_id
      join member_points mp on mp.space_id = m.space_id and mp.user_id = m.user_id
    where m.space_id = ${input.space_id}::uuid and m.status = 'active' and mp.space_id = ${input.space_id}::uuid
      and mp.is_member
      ${matching ? sql`and ${matching}` : sql``}
      ${input.role ? sql`and m.role = ${input.role}` : sql``}
      ${input.level ? levelCondition(input.level, input.order) : sql``}
      ${condition}
    order by ${by} limit ${pageLimit(input.limit)}`;
  const after = input.after ? order.after(input.after, input.space_id, blocked) : sql``;
  if (input.order !== 'online') return (await select(order.by, after).execute(db)).rows;
  const afterNever = input.after ? afterActive(never, input.after, input.space_id, blocked) : sql``;
  const others = select(
    order.by,
    sql`and m.user_id <> all(${blocked}) ${after}`,
    sql`, m.last_active_at as active_at`,
  );
  const hidden = select(
    sql`m.joined_at desc, m.id desc`,
    sql`and m.user_id = any(${blocked}) ${afterNever}`,
    sql`, ${never} as active_at`,
  );
  // Apart from each other, so that an index has the order of the others.
  const { rows } = await sql<MemberRow>`
    select p.id, p.space_id, p.user_id, p.role, p.status, p.joined_at, p.user, p.points, p.position, p.is_blocked
    from ((${others}) union all (${hidden})) p
    order by p.active_at desc, p.joined_at desc, p.id desc limit ${pageLimit(input.limit)}`.execute(db);
  if (rows.length === 0 && input.after) await requireCursorMember(db, input.space_id, input.after.id);
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
