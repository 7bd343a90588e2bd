import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

const summaryColumns = [
  'id',
  'name',
  'subdomain',
  'short_description',
  'description',
  'icon_image',
  'cover_image',
  'primary_color',
  'is_private',
  'pricing_type',
  'price_per_month',
  'member_count',
  'owner_id',
] as const;

/** Most people who run a space that its front page shows. */
const staffShown = 20;

const qualified = summaryColumns.map((column) => `s.${column}` as const);

/** A space with its owner, and whether this person waits to be let in. */
export async function selectSpace(db: Db, spaceId: string, viewerId: string | null) {
  return await db
    .selectFrom('spaces as s')
    .leftJoin('users as u', 'u.id', 's.owner_id')
    .selectAll('s')
    .select([
      'u.full_name as owner_full_name',
      'u.username as owner_username',
      'u.avatar_url as owner_avatar_url',
      'u.profile_url as owner_profile_url',
    ])
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
    .where('s.id', '=', spaceId)
    .executeTakeFirstOrThrow();
}
export type SpaceRow = Awaited<ReturnType<typeof selectSpace>>;

/** A space's own columns, held against other saves until the transaction ends. */
export async function selectSpaceForUpdate(db: Db, spaceId: string) {
  return await db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type SpaceColumns = NonNullable<Awaited<ReturnType<typeof selectSpaceForUpdate>>>;

/** Writes these columns; a rules list is given as a list. Answers what lists and switchers show. */
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

/** The people who run a space: its owner first, then its admins, longest serving first. */
export async function selectStaff(db: Db, spaceId: string) {
  return await db
    .selectFrom('spaces as s')
    .innerJoin('space_members as m', 'm.space_id', 's.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.username', 'u.avatar_url', 'u.profile_url'])
    .select((eb) => eb('m.user_id', '=', eb.ref('s.owner_id')).as('is_owner'))
    .where('s.id', '=', spaceId)
    .where('m.status', '=', 'active')
    .where('m.role', '<>', sql.lit('member'))
    .orderBy('is_owner', 'desc')
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .limit(staffShown)
    .execute();
}
export type StaffRow = Awaited<ReturnType<typeof selectStaff>>[number];

export async function selectCategories(db: Db, spaceId: string) {
  return await db
    .selectFrom('space_categories')
    .select(['id', 'name', 'icon'])
    .where('space_id', '=', spaceId)
    .where('is_archived', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertSpace(
  db: Db,
  space: {
    id: string;
    name: string;
    subdomain: string;
    owner_id: string;
    description: string | null;
    is_private: boolean;
    primary_color: string;
    created_at: string;
    updated_at: string;
  },
): Promise<void> {
  await db.insertInto('spaces').values(space).execute();
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

/** A member becomes a creator with their first space; an admin stays an admin. */
export async function updateToCreator(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ role: 'creator', updated_at: now })
    .where('id', '=', userId)
    .where('role', '=', 'member')
    .execute();
}

export async function selectSubdomainTaken(db: Db, subdomain: string): Promise<boolean> {
  const row = await db
    .selectFrom('spaces')
    .select('id')
    .where('subdomain', '=', subdomain)
    .executeTakeFirst();
  return row !== undefined;
}

/** Spaces that the person owns or is an active member of, latest joined first. */
export async function selectSpacesOf(db: Db, userId: string) {
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

/** A page of public spaces, largest first. */
export async function selectPublicSpaces(
  db: Db,
  input: { search: string | undefined; after: { member_count: number; id: string } | null; limit: number },
) {
  const pattern = input.search ? `%${input.search.replace(/[\\%_]/g, '\\$&')}%` : null;
  const { after } = input;
  let query = db
    .selectFrom('spaces as s')
    .select(qualified)
    .where('s.is_private', '=', false)
    .orderBy('s.member_count', 'desc')
    .orderBy('s.id', 'desc')
    .limit(input.limit);
  if (pattern) {
    query = query.where((eb) =>
      eb.or([
        eb('s.name', 'ilike', pattern),
        eb('s.subdomain', 'ilike', pattern),
        eb('s.description', 'ilike', pattern),
      ]),
    );
  }
  if (after) {
    query = query.where(
      sql<boolean>`(s.member_count, s.id) < (${after.member_count}::int, ${after.id}::uuid)`,
    );
  }
  return await query.execute();
}
export type SpaceSummaryRow = Awaited<ReturnType<typeof selectPublicSpaces>>[number];

export const spaceHasId = (id: string) => sql`s.id = ${id}::uuid`;
