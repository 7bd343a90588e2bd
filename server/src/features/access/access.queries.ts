import { type RawBuilder, sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import { type AvatarPerson, avatarPerson } from '#contract/users.ts';
import { type Db, pageLimit, type Tx } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import { type MemberOfSpace, membersTable } from '#server/platform/space-editors.queries.ts';

/** The rules of an item as JSON; null without any. `itemId` is an expression. */
export const accessJson = (itemId: RawBuilder<unknown>) => sql<AccessSettings | null>`(
  select json_build_object('match', a.match, 'rules', a.rules) from access_rules a where a.item_id = ${itemId})`;

/** What rules ask about: the items, and the pages and courses that must be completed first. */
export interface FactsNeeded {
  item_ids: string[];
  page_ids: string[];
  course_ids: string[];
}

interface FactColumns {
  joined_at: string;
  level: number;
  granted: Record<string, string>;
  done_pages: Record<string, string>;
  done_courses: Record<string, string>;
}

/** The facts about member `m`. A course is done if its published pages are. */
const factColumns = ({ item_ids, page_ids, course_ids }: FactsNeeded) => sql`
  m.joined_at,
  coalesce((select mp.level from member_points mp where mp.space_id = m.space_id and mp.user_id = m.user_id), 1) as level,
  coalesce((select json_object_agg(g.item_id, g.granted_at) from access_grants g
    where g.user_id = m.user_id and g.item_id = any(${item_ids}::uuid[])), '{}') as granted,
  coalesce((select json_object_agg(d.page_id, d.completed_at) from course_completions d
    where d.user_id = m.user_id and d.page_id = any(${page_ids}::uuid[])), '{}') as done_pages,
  coalesce((select json_object_agg(done.course_id, done.at) from (
      select d.course_id, max(d.completed_at) as at, count(*) as completed_count
      from course_completions d join course_pages p on p.id = d.page_id
      left join course_folders f on f.id = p.folder_id
      where d.user_id = m.user_id and d.course_id = any(${course_ids}::uuid[])
        and p.is_published and p.deleted_at is null
        and (p.folder_id is null or (f.is_published and f.deleted_at is null))
      group by d.course_id
    ) done join courses c on c.id = done.course_id
    where c.page_count > 0 and done.completed_count >= c.page_count), '{}') as done_courses`;

interface SpacePlan {
  is_paid: boolean;
  has_trial: boolean;
}

export interface ViewerFactsRow extends SpacePlan {
  space_id: string;
  member: FactColumns | null;
  /** The titles of published prerequisites, by id. */
  titles: Record<string, string>;
}

const planColumns = sql`(s.pricing_type = 'paid' and coalesce(s.price_per_month, 0) > 0) as is_paid,
  s.feature_7_day_trial_enabled as has_trial`;

const titlesOf = ({ page_ids, course_ids }: FactsNeeded) => sql`coalesce((
  select json_object_agg(t.id, t.title) from (
    select c.id, c.title from courses c
    where c.id = any(${course_ids}::uuid[]) and c.is_published and c.deleted_at is null
    union all select p.id, p.title from course_pages p join courses c on c.id = p.course_id
      left join course_folders f on f.id = p.folder_id
    where p.id = any(${page_ids}::uuid[]) and p.is_published and p.deleted_at is null
      and c.is_published and c.deleted_at is null
      and (p.folder_id is null or (f.is_published and f.deleted_at is null))) t), '{}')`;

/** Returns what rules ask about one user in each of these spaces: null as `member` where they aren't a member. */
export async function listFacts(
  db: Db,
  spaceIds: readonly string[],
  userId: string | null,
  needed: FactsNeeded,
): Promise<ViewerFactsRow[]> {
  const { rows } = await sql<ViewerFactsRow>`
    select s.id as space_id, ${planColumns}, ${titlesOf(needed)} as titles,
      (select row_to_json(f) from (select ${factColumns(needed)} from space_members m
        where m.space_id = s.id and m.user_id = ${userId}::uuid and m.status = 'active') f) as member
    from spaces s where s.id = any(${spaceIds}::uuid[])`.execute(db);
  return rows;
}

export interface MemberFactsRow extends SpacePlan, FactColumns {
  space_id: string;
  user_id: string;
}

/** Returns what rules ask about these members of spaces. */
export async function listMemberFacts(
  db: Db,
  members: readonly MemberOfSpace[],
  needed: FactsNeeded,
): Promise<MemberFactsRow[]> {
  const { rows } = await sql<MemberFactsRow>`
    select m.space_id, m.user_id, ${planColumns}, ${factColumns(needed)}
    from ${membersTable(members)} wanted
    join space_members m on m.space_id = wanted.space_id and m.user_id = wanted.user_id and m.status = 'active'
    join spaces s on s.id = m.space_id`.execute(db);
  return rows;
}

const itemColumns = ['course_id', 'folder_id', 'page_id', 'series_id', 'event_id', 'category_id'] as const;
type ItemColumn = (typeof itemColumns)[number];

/** What rules and grants are stored for: a course, a folder or page with its course, a series, a single event, or a category. */
export type StoredItem = { space_id: string } & { [Column in ItemColumn]?: string | null };

export const itemIdOf = (item: StoredItem): string => {
  const { page_id, folder_id, course_id, series_id, event_id, category_id } = item;
  const id = page_id ?? folder_id ?? course_id ?? series_id ?? event_id ?? category_id;
  if (!id) throw new Error('Access is stored for an item without an id');
  return id;
};

/** The columns of an item, without its space. */
const columnsOf = (item: StoredItem): Record<ItemColumn, string | null> => ({
  course_id: item.course_id ?? null,
  folder_id: item.folder_id ?? null,
  page_id: item.page_id ?? null,
  series_id: item.series_id ?? null,
  event_id: item.event_id ?? null,
  category_id: item.category_id ?? null,
});

/** Returns the items of a course, or of all courses of a space, that have rules. */
export async function listRuledItems(
  db: Db,
  of: { course_id: string } | { space_id: string },
): Promise<{ id: string; access: AccessSettings }[]> {
  const isMeant =
    'course_id' in of
      ? sql`a.course_id = ${of.course_id}::uuid`
      : sql`a.space_id = ${of.space_id}::uuid and a.course_id is not null`;
  const { rows } = await sql<{ id: string; access: AccessSettings }>`
    select a.item_id as id, json_build_object('match', a.match, 'rules', a.rules) as access
    from access_rules a where ${isMeant}`.execute(db);
  return rows;
}

/** Stores the rules of an item in place of its earlier ones. Returns whether they are others. */
export async function saveRules(
  tx: Tx,
  item: StoredItem,
  access: AccessSettings,
  at: string,
): Promise<boolean> {
  if (access.rules.length === 0) {
    const deletion = tx.deleteFrom('access_rules').where('item_id', '=', itemIdOf(item));
    return (await deletion.executeTakeFirst()).numDeletedRows > 0n;
  }
  const values = { match: access.match, rules: JSON.stringify(access.rules), updated_at: at };
  const stored = await tx
    .insertInto('access_rules')
    .values({ space_id: item.space_id, ...columnsOf(item), ...values })
    .onConflict((conflict) =>
      conflict
        .column('item_id')
        .doUpdateSet(values)
        .where(
          sql<boolean>`(access_rules.match, access_rules.rules) is distinct from (excluded.match, excluded.rules)`,
        ),
    )
    .executeTakeFirst();
  return (stored.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Gives a page the rules of another one. Returns whether that one has rules. */
export async function insertRulesOf(
  tx: Tx,
  fromPageId: string,
  toPageId: string,
  at: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into access_rules (space_id, course_id, page_id, match, rules, updated_at)
    select space_id, course_id, ${toPageId}::uuid, match, rules, ${at}::timestamptz
    from access_rules where item_id = ${fromPageId}::uuid`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Gives series and single events that were part of a series its rules, and access to those who were given it. */
export async function copyAccess(
  tx: Tx,
  fromSeriesId: string,
  to: { series_id: string | null; event_id: string | null }[],
): Promise<void> {
  const copies = sql`unnest(${to.map(({ series_id }) => series_id)}::uuid[], ${to.map(({ event_id }) => event_id)}::uuid[])
    as t (series_id, event_id)`;
  await sql`
    insert into access_rules (space_id, series_id, event_id, match, rules, updated_at)
    select a.space_id, t.series_id, t.event_id, a.match, a.rules, a.updated_at
    from access_rules a cross join ${copies} where a.item_id = ${fromSeriesId}::uuid on conflict do nothing`.execute(
    tx,
  );
  await sql`
    insert into access_grants (item_id, user_id, space_id, series_id, event_id, client_id, granted_by, granted_at)
    select coalesce(t.series_id, t.event_id), g.user_id, g.space_id, t.series_id, t.event_id, g.client_id, g.granted_by,
      g.granted_at
    from access_grants g cross join ${copies} where g.item_id = ${fromSeriesId}::uuid
    order by 1, 2 on conflict do nothing`.execute(tx);
}

/** Whom access is given to, or taken from: one member, or all members of a space who meet a filter. */
export type GrantReceivers = { user_id: string } | { min_level: number; min_days: number };

const receiversOf = (spaceId: string, to: GrantReceivers, now: string) =>
  'user_id' in to
    ? sql`space_members m where m.space_id = ${spaceId}::uuid and m.status = 'active' and m.user_id = ${to.user_id}::uuid`
    : sql`space_members m left join member_points mp on mp.space_id = m.space_id and mp.user_id = m.user_id
        where m.space_id = ${spaceId}::uuid and m.status = 'active' and m.role = 'member'
          and coalesce(mp.level, 1) >= ${to.min_level}
          and m.joined_at <= ${now}::timestamptz - make_interval(days => ${to.min_days})`;

/** Returns whether a user is an active member. */
export async function isMember(db: Db, spaceId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('space_members')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives members access to an item. Returns those who didn't have it. */
export async function insertGrants(
  tx: Tx,
  grant: { item: StoredItem; to: GrantReceivers; client_id: string; granted_by: string; at: string },
): Promise<string[]> {
  const { item, to, client_id, granted_by, at } = grant;
  const { course_id, folder_id, page_id, series_id, event_id, category_id } = columnsOf(item);
  const { rows } = await sql<{ user_id: string }>`
    insert into access_grants (item_id, user_id, space_id, course_id, folder_id, page_id, series_id, event_id, category_id,
      client_id, granted_by, granted_at)
    select ${itemIdOf(item)}::uuid, m.user_id, ${item.space_id}::uuid, ${course_id}::uuid, ${folder_id}::uuid,
      ${page_id}::uuid, ${series_id}::uuid, ${event_id}::uuid, ${category_id}::uuid, ${client_id}::uuid, ${granted_by}::uuid, ${at}::timestamptz
    from ${receiversOf(item.space_id, to, at)} order by m.user_id
    on conflict (item_id, user_id) do nothing returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Takes access to an item back: from one member, or from all to whom one action gave it. Returns from whom. */
export async function deleteGrants(
  tx: Tx,
  item: StoredItem,
  from: { user_id: string } | { client_id: string },
): Promise<string[]> {
  const isMeant =
    'user_id' in from ? sql`user_id = ${from.user_id}::uuid` : sql`client_id = ${from.client_id}::uuid`;
  const { rows } = await sql<{ user_id: string }>`
    delete from access_grants where item_id = ${itemIdOf(item)}::uuid and ${isMeant} returning user_id`.execute(
    tx,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Takes all access back that a user was given in a space. */
export async function deleteGrantsOf(tx: Tx, spaceId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('access_grants')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** What the order of prerequisites depends on, of a whole space. */
export interface PrerequisiteGraphRows {
  pages: { id: string; course_id: string; folder_id: string | null }[];
  rules: { item_id: string; rules: AccessSettings['rules'] }[];
}

/** Returns the rules that name prerequisites, and all pages, also deleted ones, which can be restored. */
export async function listPrerequisites(db: Db, spaceId: string): Promise<PrerequisiteGraphRows> {
  const rules = await sql<PrerequisiteGraphRows['rules'][number]>`
    select item_id, rules from access_rules
    where space_id = ${spaceId}::uuid and rules @> '[{"kind": "prerequisite"}]'`.execute(db);
  if (rules.rows.length === 0) return { pages: [], rules: [] };
  const pages = await sql<PrerequisiteGraphRows['pages'][number]>`
    select id, course_id, folder_id from course_pages
    where space_id = ${spaceId}::uuid`.execute(db);
  return { pages: pages.rows, rules: rules.rows };
}

/**
 * Returns the courses and pages of a space among these ids that aren't deleted. The courses are locked until the transaction ends:
 * whoever changes how many pages they have reads the rules that name them.
 */
export async function listExistingTargets(
  tx: Tx,
  spaceId: string,
  { course_ids, page_ids }: { course_ids: string[]; page_ids: string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with locked as (
      select id from courses
      where space_id = ${spaceId}::uuid and deleted_at is null and id = any(${course_ids}::uuid[])
      order by id for share)
    select id from locked
    union all select p.id from course_pages p join courses c on c.id = p.course_id
      left join course_folders f on f.id = p.folder_id
    where p.space_id = ${spaceId}::uuid and p.deleted_at is null and c.deleted_at is null and f.deleted_at is null
      and p.id = any(${page_ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns which members a page of the table of an item lists, the newest first. */
export async function listMemberIds(
  db: Db,
  spaceId: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<{ user_id: string; joined_at: string }[]> {
  const isAfter = after
    ? sql`and (m.joined_at, m.user_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ user_id: string; joined_at: string }>`
    select m.user_id, m.joined_at from space_members m
    where m.space_id = ${spaceId}::uuid and m.status = 'active' and m.role = 'member' ${isAfter}
    order by m.joined_at desc, m.user_id desc limit ${pageLimit(limit)}`.execute(db);
  return rows;
}

/** Returns users by their ids. */
export async function listPeople(db: Db, ids: string[]): Promise<Map<string, AvatarPerson>> {
  const { rows } = await sql<{ id: string; person: AvatarPerson }>`
    select u.id, ${personJson('u', avatarPerson)} as person from users u where u.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, person }) => [id, person]));
}
