import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type SpaceSummary, spaceSummary } from '#contract/features/spaces/spaces.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import { personJson, personJsonOrNull } from '#server/platform/people/person.queries.ts';
import { newMembersSince, viewerWelcome } from '../members/index.ts';
import { findMatchingSpaces } from './space-search.queries.ts';

/** The fields of the contract's `spaceSummary`, which are columns of `spaces` with the same names. */
export const summaryColumns = Object.keys(spaceSummary.shape) as (keyof SpaceSummary)[];

/** Most staff members that the about page shows. */
const maxStaff = 20;

const qualified = summaryColumns.map((column) => `s.${column}` as const);

/** Selects the categories of a space. */
const selectCategories = (db: Db, spaceId: RawBuilder<string>) =>
  db
    .selectFrom('space_categories')
    .select(['id', 'name', 'icon'])
    .select(
      sql<boolean>`exists (select from access_rules a where a.item_id = space_categories.id)`.as(
        'is_limited',
      ),
    )
    .where('space_id', '=', spaceId)
    .where('is_archived', '=', false)
    .orderBy('created_at')
    .orderBy('id');

const categoriesOfSpace = prepareQuery((db, { spaceId }: { spaceId: string }) =>
  selectCategories(db, sql`${spaceId}`),
);
export const listCategories = (db: Db, spaceId: string) => categoriesOfSpace.run(db, { spaceId });

/** Selects the owner and then the admins of the space `s`, the earliest to join first. */
const selectStaff = (db: Db) =>
  db
    .selectFrom('space_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(personJson('u').as('user'))
    .select((eb) => eb('m.user_id', '=', sql.ref<string>('s.owner_id')).as('is_owner'))
    .where('m.space_id', '=', sql.ref<string>('s.id'))
    .where('m.status', '=', 'active')
    .where('m.role', '<>', sql.lit('member'))
    .orderBy('is_owner', 'desc')
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .limit(pageLimit(maxStaff));

interface SpaceOfViewer {
  spaceId: string;
  viewerId: string | null;
  /** See `newMembersSince`. */
  since: string;
}

const spaceOfViewer = prepareQuery((db, { spaceId, viewerId, since }: SpaceOfViewer) =>
  db
    .selectFrom('spaces as s')
    .leftJoin('users as u', 'u.id', 's.owner_id')
    .selectAll('s')
    .select(personJsonOrNull('u').as('owner'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('space_join_requests as r')
            .select('r.id')
            .whereRef('r.space_id', '=', 's.id')
            .where('r.user_id', '=', viewerId),
        )
        .as('join_requested'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('space_members as m')
            .select('m.id')
            .whereRef('m.space_id', '=', 's.id')
            .where('m.user_id', '=', viewerId)
            .where('m.banned_at', 'is not', null),
        )
        .as('viewer_is_banned'),
    )
    .select(viewerWelcome('s.id', viewerId, since).as('welcome'))
    .select(jsonArrayFrom(selectCategories(db, sql.ref('s.id'))).as('categories'))
    .select(jsonArrayFrom(selectStaff(db)).as('staff'))
    .where('s.id', '=', spaceId),
);

/**
 * Returns a space with its owner, staff and categories, whether the viewer has an open join request or is banned, and their
 * welcome.
 */
export async function getSpace(db: Db, spaceId: string, viewerId: string | null) {
  const [space] = await spaceOfViewer.run(db, { spaceId, viewerId, since: newMembersSince() });
  if (!space) throw new Error('The space was deleted');
  return space;
}
export type SpaceRow = Awaited<ReturnType<typeof getSpace>>;

/** Returns a space's columns, locked against other saves until the transaction ends. */
export async function findSpaceForUpdate(db: Db, spaceId: string) {
  return await db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type SpaceColumns = NonNullable<Awaited<ReturnType<typeof findSpaceForUpdate>>>;

/** Updates these columns; `rules_list` is passed as a list. Returns the summary that lists and switchers show. */
export async function updateSpaceColumns(
  db: Db,
  spaceId: string,
  changes: Partial<SpaceColumns>,
): Promise<SpaceSummaryRow> {
  const { rules_list, ...columns } = changes;
  const rules = rules_list === undefined ? {} : { rules_list: rules_list && JSON.stringify(rules_list) };
  return await db
    .updateTable('spaces')
    .set({ ...columns, ...rules })
    .where('id', '=', spaceId)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow();
}

export async function insertCategory(
  db: Db,
  category: {
    id: string;
    space_id: string;
    name: string;
    icon: string;
    created_by: string;
    created_at: string;
  },
): Promise<void> {
  await db.insertInto('space_categories').values(category).execute();
}

/** Makes a member, whose role is changed in the same transaction, the owner of a space. */
export async function updateSpaceOwner(db: Db, spaceId: string, ownerId: string, now: string): Promise<void> {
  await db
    .updateTable('spaces')
    .set({ owner_id: ownerId, updated_at: now })
    .where('id', '=', spaceId)
    .execute();
}

export async function isSubdomainTaken(db: Db, subdomain: string): Promise<boolean> {
  const row = await db
    .selectFrom('spaces')
    .select('id')
    .where('subdomain', '=', subdomain)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the spaces that the user owns or is an active member of, latest joined first; at most 500. */
export async function listMemberSpaces(db: Db, userId: string) {
  return await db
    .selectFrom('space_members as m')
    .innerJoin('spaces as s', 's.id', 'm.space_id')
    .select(qualified)
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .orderBy('m.joined_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(500)
    .execute();
}

/** The orders of Discover, each with its column, which has an index on `spaces`. */
const discoverColumns = {
  recommended: { column: 'active_member_count', type: 'int' },
  largest: { column: 'member_count', type: 'int' },
  new: { column: 'created_at', type: 'timestamptz' },
} as const;
export type DiscoverSort = keyof typeof discoverColumns;

interface DiscoverInput {
  /** Null when signed out. */
  viewerId: string | null;
  search: string | undefined;
  price: 'free' | 'paid' | undefined;
  topic: SpaceTopic | undefined;
  sort: DiscoverSort;
  /** The last row of the previous page. */
  after: { at: string; id: string } | null;
  limit: number;
}

/**
 * Returns a page of Discover: public spaces, and the private ones that the viewer is a member of. Both parts are
 * limited and either use an index or are small, so the cost of a page doesn't grow with the number of spaces.
 */
export async function listDiscoverSpaces(db: Db, input: DiscoverInput) {
  const { column } = discoverColumns[input.sort];
  const candidates = await getDiscoverCandidates(db, input);
  const listed = candidates.where('s.is_private', '=', sql.lit(false));
  if (input.viewerId === null) return await listed.execute();
  const joined = candidates
    .where('s.is_private', '=', sql.lit(true))
    .where('s.id', 'in', (eb) =>
      eb
        .selectFrom('space_members as m')
        .select('m.space_id')
        .where('m.user_id', '=', input.viewerId)
        .where('m.status', '=', 'active'),
    );
  return await db
    .with('listed', () => listed)
    .with('joined', () => joined)
    .selectFrom((eb) =>
      eb.selectFrom('listed').selectAll().unionAll(eb.selectFrom('joined').selectAll()).as('s'),
    )
    .selectAll()
    .orderBy(`s.${column}`, 'desc')
    .orderBy('s.id', 'desc')
    .limit(pageLimit(input.limit))
    .execute();
}

/** Returns the query for rows that match search and filters, in order, regardless of who can see them. */
async function getDiscoverCandidates(db: Db, input: DiscoverInput) {
  const { after } = input;
  const { column, type } = discoverColumns[input.sort];
  let query = db
    .selectFrom('spaces as s')
    .select(qualified)
    .select(['s.active_member_count', 's.created_at'])
    .orderBy(`s.${column}`, 'desc')
    .orderBy('s.id', 'desc')
    .limit(pageLimit(input.limit));
  // Literals rather than parameters: only then does the planner use the indexes of public and of paid spaces.
  if (input.price === 'paid') {
    query = query.where(sql<boolean>`s.pricing_type = 'paid' and s.price_per_month > 0`);
  }
  if (input.price === 'free') {
    query = query.where(
      sql<boolean>`(s.pricing_type is distinct from 'paid' or s.price_per_month is null or s.price_per_month <= 0)`,
    );
  }
  if (input.topic) query = query.where('s.topic', '=', input.topic);
  if (input.search) query = query.where(await findMatchingSpaces(db, input.search));
  if (after) {
    const value = sql`${after.at}::${sql.raw(type)}`;
    query = query.where(sql<boolean>`(${sql.ref(`s.${column}`)}, s.id) < (${value}, ${after.id}::uuid)`);
  }
  return query;
}
type DiscoverRow = Awaited<ReturnType<typeof listDiscoverSpaces>>[number];
export type SpaceSummaryRow = Omit<DiscoverRow, 'active_member_count' | 'created_at'>;

/** Counts, for every space, the members who joined, wrote or were seen after `since`. Updates only rows that differ. */
export async function updateActiveMemberCounts(db: Db, since: string): Promise<void> {
  await sql`
    with active as (
      select m.space_id, count(*)::int as member_count from space_members m
      where m.status = 'active' and (
        m.joined_at > ${since}::timestamptz
        or m.last_active_at > ${since}::timestamptz
        or exists (select from posts p
          where p.user_id = m.user_id and p.space_id = m.space_id and p.created_at > ${since}::timestamptz)
        or exists (select from post_comments c
          where c.user_id = m.user_id and c.space_id = m.space_id and c.created_at > ${since}::timestamptz)
      )
      group by m.space_id
    )
    update spaces s set active_member_count = coalesce(active.member_count, 0)
    from spaces o left join active on active.space_id = o.id
    where o.id = s.id and s.active_member_count <> coalesce(active.member_count, 0)
  `.execute(db);
}

export const spaceHasId = (id: string) => sql`s.id = ${id}::uuid`;
