import { type RawBuilder, sql } from 'kysely';
import type { feedSorts, topPeriods } from '#contract/features/feed/feed.ts';
import type { Post } from '#contract/features/posts/posts.ts';
import { maxPins } from '#contract/values/limits.ts';
import type { MemberRights, Viewer } from '#server/platform/access.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { listPosts } from '../posts/index.ts';

export type FeedSort = (typeof feedSorts)[number];
export type TopPeriod = (typeof topPeriods)[number];

export interface FeedPageInput {
  space_id: string;
  category_id: string | undefined;
  /** The categories that the viewer can't open, in a fixed order; usually none. */
  closed: readonly string[];
  sort: FeedSort;
  period: TopPeriod;
  /** The current time, from which `top` counts its days back. */
  now: string;
  /** `at` is a timestamp, or a number of likes for `top`. */
  after: { at: string; id: string } | null;
  limit: number;
}

const inFeed = sql`p.deleted_at is null and p.pinned_at is null and p.post_type <> 'course_page'`;
type Source = Pick<FeedPageInput, 'space_id' | 'category_id' | 'closed' | 'limit'>;
const inCategory = (alias: 'p' | 'r', { category_id, closed }: Pick<Source, 'category_id' | 'closed'>) => {
  const column = sql.ref(`${alias}.category_id`);
  const isClosed = category_id !== undefined && closed.includes(category_id);
  if (category_id) return isClosed ? sql`and false` : sql`and ${column} = ${category_id}::uuid`;
  return closed.length > 0 ? sql`and (${column} is null or ${column} <> all(${closed}::uuid[]))` : sql``;
};

/**
 * Returns the first rows in an order, of `scan` with a condition on the category. For a viewer who can't open all categories, it
 * merges one short scan for each open one, because skipping the others could read any number of rows.
 */
function inOpenCategories(
  alias: 'p' | 'r',
  input: Source,
  {
    scan,
    order,
  }: { scan: (condition: RawBuilder<unknown>) => RawBuilder<unknown>; order: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { space_id, category_id, closed, limit } = input;
  if (category_id !== undefined || closed.length === 0) return scan(inCategory(alias, input));
  const column = sql.ref(`${alias}.category_id`);
  return sql`select * from (
      select found.* from space_categories open cross join lateral (${scan(sql`and ${column} = open.id`)}) found
        where open.space_id = ${space_id}::uuid and open.id <> all(${closed}::uuid[])
      union all (${scan(sql`and ${column} is null`)})) merged
    order by ${order} limit ${pageLimit(limit)}`;
}

/** Sorted by a timestamp of the post: one scan of an index in exactly this order. */
function pageByTime(input: FeedPageInput): RawBuilder<unknown> {
  const column = sql.ref(input.sort === 'new' ? 'p.created_at' : 'p.last_activity_at');
  const after = input.after
    ? sql`and (${column}, p.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const scan = (condition: RawBuilder<unknown>) => sql`
    select p.id, 1 as part, ${column} as at, null::int as likes from posts p
      where p.space_id = ${input.space_id}::uuid and ${inFeed} ${condition} ${after}
      order by ${column} desc, p.id desc limit ${pageLimit(input.limit)}`;
  return sql`(${inOpenCategories('p', input, { scan, order: sql`merged.at desc, merged.id desc` })})`;
}

const periodDays = { '7d': 7, '30d': 30 } as const;
const day = 24 * 60 * 60 * 1000;

/**
 * Sorted by likes. All time is one index scan. A period takes the top posts of each day, which an index holds in order,
 * and merges them: 8 or 31 short scans, however many posts there are.
 */
function pageByLikes(input: FeedPageInput): RawBuilder<unknown> {
  const after = input.after
    ? sql`and (r.like_count, r.post_id) < (${input.after.at}::int, ${input.after.id}::uuid)`
    : sql``;
  const ranks = (more: RawBuilder<unknown>) =>
    inOpenCategories('r', input, {
      scan: (condition) => sql`
        select r.post_id as id, r.like_count as likes from post_ranks r
        where r.space_id = ${input.space_id}::uuid ${condition} ${more} ${after}
        order by r.like_count desc, r.post_id desc limit ${pageLimit(input.limit)}`,
      order: sql`merged.likes desc, merged.id desc`,
    });
  if (input.period === 'all') {
    return sql`(select best.id, 1 as part, null::timestamptz as at, best.likes from (${ranks(sql``)}) best)`;
  }
  const now = Date.parse(input.now);
  const since = new Date(now - periodDays[input.period] * day).toISOString();
  const days = Array.from({ length: periodDays[input.period] + 1 }, (_, back) =>
    new Date(now - back * day).toISOString().slice(0, 10),
  );
  return sql`
    (select best.id, 1 as part, null::timestamptz as at, best.likes
      from unnest(${days}::date[]) as written (day)
      cross join lateral (${ranks(sql`and r.day = written.day and r.created_at > ${since}::timestamptz`)}) best
      order by best.likes desc, best.id desc limit ${pageLimit(input.limit)})`;
}

/** Returns the posts of a category with the latest activity, pinned ones where they would stand without the pin. */
export async function listTitlesOfCategory(
  db: Db,
  input: Pick<FeedPageInput, 'space_id' | 'category_id' | 'closed' | 'now' | 'limit'>,
): Promise<Pick<Post, 'id' | 'slug' | 'title'>[]> {
  const page: FeedPageInput = { ...input, sort: 'default', period: 'all', after: null };
  const pinned = pinnedPosts(page, sql`1 as part, p.last_activity_at as at, null::int as likes`);
  const { rows } = await sql<Pick<Post, 'id' | 'slug' | 'title'>>`
    select p.id, p.slug, p.title from (${pinned} union all ${pageByTime(page)}) chosen join posts p on p.id = chosen.id
    order by chosen.at desc, p.id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** The pinned posts of the space. There are few, so that they're read without an index of the order. */
function pinnedPosts(
  input: FeedPageInput,
  columns: RawBuilder<unknown>,
  condition = sql``,
): RawBuilder<unknown> {
  return sql`(select p.id, ${columns} from posts p
    where p.space_id = ${input.space_id}::uuid and p.deleted_at is null and p.pinned_at is not null
      ${inCategory('p', input)} ${condition}
    order by p.pinned_at desc limit ${pageLimit(maxPins)})`;
}

/** A page by last activity. The first one begins with the pinned posts. */
function pinsAndPage(input: FeedPageInput): RawBuilder<unknown> {
  const page = pageByTime(input);
  if (input.after) return page;
  return sql`${pinnedPosts(input, sql`0 as part, p.pinned_at as at, null::int as likes`)} union all ${page}`;
}

/** A page in which pinned posts stand where they would without the pin. The indexes of the orders don't contain them. */
function pageWithPins(input: FeedPageInput): RawBuilder<unknown> {
  const { sort, after, period, now } = input;
  const isTop = sort === 'top';
  const since =
    isTop && period !== 'all'
      ? sql`and p.created_at > ${new Date(Date.parse(now) - periodDays[period] * day).toISOString()}::timestamptz`
      : sql``;
  const columns = isTop
    ? sql`1 as part, null::timestamptz as at, p.like_count as likes`
    : sql`1 as part, p.created_at as at, null::int as likes`;
  const rest =
    after &&
    (isTop
      ? sql`and (p.like_count, p.id) < (${after.at}::int, ${after.id}::uuid)`
      : sql`and (p.created_at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return sql`select * from (${pinnedPosts(input, columns, sql`${since} ${rest ?? sql``}`)}
      union all ${isTop ? pageByLikes(input) : pageByTime(input)}) merged
    order by merged.likes desc, merged.at desc, merged.id desc limit ${pageLimit(input.limit)}`;
}

/**
 * Returns a page of a space's feed. Only by last activity, the first page begins with the pinned posts. The cost depends on
 * neither the age nor the size of the space. With the viewer's rights, the first pages of orders that don't depend on the time
 * may come from memory.
 */
export async function listFeedPage(
  db: Db,
  viewer: Viewer | null,
  input: FeedPageInput,
  rights: MemberRights | null,
  /** The categories with access rules, whose posts have channels of their own. */
  limited: readonly string[],
): Promise<Readonly<Post>[]> {
  const { sort, space_id, category_id, closed, limit } = input;
  const chosen = sort === 'default' ? pinsAndPage(input) : pageWithPins(input);
  const order = sql`chosen.part, chosen.likes desc, chosen.at desc, p.id desc`;
  const key = [space_id, category_id, sort, limit, ...closed].join(' ');
  const shared = rights && !input.after && sort !== 'top' ? { key, space_id, limited, rights } : null;
  return await listPosts(db, viewer, { chosen, order }, shared);
}
