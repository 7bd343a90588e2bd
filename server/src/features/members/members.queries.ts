import { type RawBuilder, sql } from 'kysely';
import type { SpaceFeature } from '#contract/schema/access.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { liveSession, type SessionKey } from '#server/platform/auth/sessions.queries.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import type { FoundTarget } from '#server/platform/targets.ts';
import type { Role } from './members.policy.ts';

export interface SpaceContextRow {
  space_id: string;
  subdomain: string;
  owner_id: string;
  is_private: boolean;
  is_paid: boolean;
  role: Role | null;
  joined_at: string | null;
  features: SpaceFeature[];
  category_rules: SpaceContext['category_rules'];
}

const spaceContextFor = (
  userId: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<SpaceContextRow> => sql`
  select s.id as space_id, s.subdomain, s.owner_id, s.is_private,
    (s.pricing_type = 'paid' and coalesce(s.price_per_month, 0) > 0) as is_paid,
    case when s.owner_id = ${userId} then 'owner' else m.role end as role, m.joined_at,
    array_remove(array[case when s.feature_calendar_enabled then 'calendar' end,
      case when s.feature_classroom_enabled then 'classroom' end,
      case when s.feature_map_enabled then 'map' end], null) as features,
    coalesce((select json_agg(json_build_object('id', a.category_id,
        'access', json_build_object('match', a.match, 'rules', a.rules)) order by a.category_id)
      from access_rules a where a.space_id = s.id and a.category_id is not null), '[]') as category_rules
  from spaces s
  left join space_members m on m.space_id = s.id and m.user_id = ${userId} and m.status = 'active'
  where ${condition}`;

/** Returns the space that meets `condition` (on `s`), with the viewer's active membership. */
export async function findSpaceContextRow(
  db: Db,
  viewer: Pick<Viewer, 'user_id'> | null,
  condition: RawBuilder<unknown>,
): Promise<SpaceContextRow | null> {
  const { rows } = await spaceContextFor(sql`${viewer?.user_id ?? null}::uuid`, condition).execute(db);
  return rows[0] ?? null;
}

/** Returns the same row for each of several users; null is a visitor. Returns nothing if there is no such space. */
export async function listSpaceContextRows(
  db: Db,
  userIds: (string | null)[],
  condition: RawBuilder<unknown>,
): Promise<(SpaceContextRow & { user_id: string | null })[]> {
  const { rows } = await sql<SpaceContextRow & { user_id: string | null }>`
    select v.user_id, scope.*
    from unnest(${userIds}::uuid[]) v (user_id)
    cross join lateral (${spaceContextFor(sql.ref('v.user_id'), condition)}) scope`.execute(db);
  return rows;
}

type CallerRow = { live_cursor: number } & { [K in keyof SpaceContextRow]: SpaceContextRow[K] | null } & (
    | { session_id: string; viewer_id: string; viewer_role: Viewer['role'] }
    | { session_id: null }
  );

interface CallerInSpaceRow {
  viewer: Viewer | null;
  scope: SpaceContextRow | null;
  live_cursor: number;
}

/**
 * Returns a function that loads the viewer of a session token, the space as they see it, and the live cursor, in one query. Parts
 * that don't exist are null.
 */
export function callerInSpaceLoader(condition: (id: string) => RawBuilder<unknown>) {
  const query = prepareQuery(
    (_, key: SessionKey & { id: string }) => sql<CallerRow>`
    select live.last_seq as live_cursor, v.session_id, v.user_id as viewer_id, v.role as viewer_role, scope.*
    from (select max(last_seq) as last_seq from live_state) live
    left join lateral (${liveSession(key)}) v on true
    left join lateral (${spaceContextFor(sql.ref('v.user_id'), condition(key.id))}) scope on true`,
  );
  return async (db: Db, key: SessionKey & { id: string }): Promise<CallerInSpaceRow> => {
    const [row] = await query.run(db, key);
    if (!row) throw new Error('live_state has no row');
    return toCaller(row);
  };
}

function toCaller(row: CallerRow): CallerInSpaceRow {
  const { space_id, subdomain, owner_id, is_private, is_paid, role, joined_at, features } = row;
  const { category_rules, live_cursor } = row;
  const viewer =
    row.session_id === null
      ? null
      : { user_id: row.viewer_id, role: row.viewer_role, session_id: row.session_id };
  const scope =
    space_id === null
      ? null
      : ({
          space_id,
          subdomain,
          owner_id,
          is_private,
          is_paid,
          role,
          joined_at,
          features,
          category_rules,
        } as SpaceContextRow);
  return { viewer, scope, live_cursor };
}

/** Returns an active member, or the owner, of a space. */
export async function findMemberTarget(db: Db, spaceId: string, userId: string): Promise<FoundTarget | null> {
  const { rows } = await sql`select where exists (select 1 from space_members
      where space_id = ${spaceId}::uuid and user_id = ${userId}::uuid and status = 'active')
    or exists (select 1 from spaces where id = ${spaceId}::uuid and owner_id = ${userId}::uuid)`.execute(db);
  return rows[0] ? { author_id: userId, post_id: null } : null;
}

export const spaceIs = {
  id: (id: string) => sql`s.id = ${id}::uuid`,
  subdomain: (subdomain: string) => sql`s.subdomain = ${subdomain}`,
};

/**
 * Returns the owner of a space and locks the space against other membership changes until the transaction ends; null
 * if it doesn't exist.
 */
export async function findOwnerForUpdate(db: Db, spaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('spaces')
    .select('owner_id')
    .where('id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

export interface LockedMember {
  id: string;
  user_id: string;
  role: Role;
  status: 'active' | 'inactive';
  banned_at: string | null;
}

/** Returns membership rows of any status, locked in a fixed order until the transaction ends. */
export async function listMembersForUpdate(
  db: Db,
  spaceId: string,
  userIds: string[],
): Promise<LockedMember[]> {
  const rows = await db
    .selectFrom('space_members')
    .select(['id', 'user_id', 'role', 'status', 'banned_at'])
    .where('space_id', '=', spaceId)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows as LockedMember[];
}

const activeMember = (db: Db, { space_id, user_id }: { space_id: string; user_id: string }) =>
  db
    .selectFrom('space_members as m')
    .innerJoin('spaces as s', 's.id', 'm.space_id')
    .select((eb) => ['m.role', eb('s.owner_id', '=', user_id).as('is_owner')])
    .where('m.space_id', '=', space_id)
    .where('m.user_id', '=', user_id)
    .where('m.status', '=', 'active');
const memberForUpdate = prepareQuery((db, member: Parameters<typeof activeMember>[1]) =>
  activeMember(db, member).forNoKeyUpdate('m'),
);
const memberForShare = prepareQuery((db, member: Parameters<typeof activeMember>[1]) =>
  activeMember(db, member).forKeyShare('m'),
);

/**
 * Returns the role of an active member, or null, and locks the membership until the transaction ends. With `exclusive`,
 * other writes of this user wait, for limits that count them.
 */
export async function lockActiveMember(
  db: Db,
  spaceId: string,
  userId: string,
  exclusive: boolean,
): Promise<Role | null> {
  const [row] = await (exclusive ? memberForUpdate : memberForShare).run(db, {
    space_id: spaceId,
    user_id: userId,
  });
  if (row && row.is_owner === (row.role === 'owner')) return row.role as Role;
  // The space may have been read before a transfer that the lock waited for. The owner counts as one even if their row has
  // another role or is missing.
  const owned = await db
    .selectFrom('spaces')
    .select('id')
    .where('id', '=', spaceId)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  if (owned) return 'owner';
  if (!row) return null;
  return row.role === 'owner' ? 'admin' : (row.role as Role);
}

/** Returns the only active member whose id starts with these 8 characters; null if none or several do. */
export async function findInviter(db: Db, spaceId: string, ref: string): Promise<string | null> {
  const rows = await db
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('status', '=', 'active')
    .where('user_id', '>=', `${ref}-0000-0000-0000-000000000000`)
    .where('user_id', '<=', `${ref}-ffff-ffff-ffff-ffffffffffff`)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.user_id ?? null) : null;
}

export async function findNameAndAvatar(
  db: Db,
  userId: string,
): Promise<{ full_name: string; avatar_url: string | null } | null> {
  const query = db.selectFrom('users').select(['full_name', 'avatar_url']).where('id', '=', userId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Returns a space's name and subdomain, for emails. */
export async function getSpaceName(db: Db, spaceId: string): Promise<{ name: string; subdomain: string }> {
  return await db
    .selectFrom('spaces')
    .select(['name', 'subdomain'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
}

export async function countMembers(db: Db, spaceId: string): Promise<number> {
  const row = await db
    .selectFrom('spaces')
    .select('member_count')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return row.member_count;
}
