import { type RawBuilder, sql } from 'kysely';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { pageLimit } from '#server/platform/db/database.ts';

/** A member whose digest of a space is due. */
export interface DueDigest {
  user_id: string;
  space_id: string;
  space_name: string;
  subdomain: string;
  email: string;
  full_name: string;
  email_verified: boolean;
  locale: string;
  /** The digest has posts from then on. */
  since: string;
  /** How many were sent since the member last visited the space. */
  unread_streak: number;
  was_thinned: boolean;
  /** Whether the member was in the space in the last 24 hours, or has muted it. */
  is_skipped: boolean;
}

/** When member `m` was in the space last; for someone who appears offline, when they were on any page. */
const lastVisit = sql`greatest(m.last_active_at, case when v.appear_offline then v.seen_at end)`;

/** The position of a membership in the order of `listDueDigests`. */
export interface MembershipPosition {
  space_id: string;
  user_id: string;
}

const isAfter = (after: MembershipPosition | null) =>
  after ? sql`(m.space_id, m.user_id) > (${after.space_id}::uuid, ${after.user_id}::uuid)` : sql`true`;

/** Returns the last of up to `limit` memberships after a position, or null if fewer are left. */
export async function findPageEnd(
  db: Db,
  after: MembershipPosition | null,
  limit: number,
): Promise<MembershipPosition | null> {
  const { rows } = await sql<MembershipPosition>`
    select m.space_id, m.user_id from space_members m where ${isAfter(after)}
    order by m.space_id, m.user_id limit 1 offset ${limit - 1}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns the members who want a digest that is due, among the memberships after `after` up to `until` (null: the last one).
 * Members for whom it is quiet are left out. With `confirmed_only`, so are those with unconfirmed addresses.
 */
export async function listDueDigests(
  db: Db,
  input: { after: MembershipPosition | null; until: MembershipPosition | null; confirmed_only: boolean },
): Promise<DueDigest[]> {
  const at = sql`${nowIso()}::timestamptz`;
  const isUntil = input.until
    ? sql`(m.space_id, m.user_id) <= (${input.until.space_id}::uuid, ${input.until.user_id}::uuid)`
    : sql`true`;
  const { rows } = await sql<DueDigest>`
    select m.user_id, m.space_id, s.name as space_name, s.subdomain, u.email, u.full_name, u.email_verified, u.locale,
      coalesce(d.considered_at, m.joined_at) as since, coalesce(d.was_thinned, false) as was_thinned,
      case when ${lastVisit} > d.sent_at then 0 else coalesce(d.unread_streak, 0) end as unread_streak,
      ${lastVisit} > ${at} - interval '1 day'
        or is_muted(m.user_id, m.space_id, null, ${at}) as is_skipped
    from space_members m
    join users u on u.id = m.user_id
    join spaces s on s.id = m.space_id
    left join space_digests d on d.user_id = m.user_id and d.space_id = m.space_id
    left join user_presence v on v.user_id = m.user_id
    cross join lateral effective_preferences(m.user_id, m.space_id) e
    where ${isAfter(input.after)} and ${isUntil}
      and m.status = 'active' and coalesce(e.email_enabled, true)
      and coalesce(d.retry_at <= ${at}, true) and (u.email_verified or not ${input.confirmed_only}::boolean)
      and coalesce(d.considered_at, m.joined_at) < digest_due_since(
        coalesce(e.digest_email_frequency, 'weekly'), u.time_zone, ${at})
      and not exists (select from email_unsubscribes r
        where r.user_id = m.user_id and r.space_id = m.space_id and r.type = 'digest')
      and (select w.quiet_until from delivery_preferences(m.user_id, m.space_id, ${at}) w) is null
    order by m.space_id, m.user_id`.execute(db);
  return rows;
}

/** A post in a digest. */
export interface DigestPost {
  id: string;
  title: string;
  author_name: string;
  like_count: number;
  comment_count: number;
}

/**
 * Returns the posts of others since a time that got the most likes and comments, and how many there are, without those of
 * categories that are closed to their reader. Reads no older posts:
 * those that are pinned have an index of their own.
 */
export async function listBestPosts(
  db: Db,
  digest: Pick<DueDigest, 'user_id' | 'space_id' | 'since'>,
  closed: readonly string[],
  limit: number,
): Promise<{ posts: DigestPost[]; total: number }> {
  const newPosts = (isPinned: RawBuilder<unknown>) => sql`
    select p.id, p.title, p.user_id, p.like_count, p.comment_count from posts p
    where p.space_id = ${digest.space_id}::uuid and p.deleted_at is null and p.post_type <> 'course_page'
      and p.pinned_at ${isPinned} and p.created_at >= ${digest.since}::timestamptz
      and p.user_id <> ${digest.user_id}::uuid
      and (p.category_id is null or p.category_id <> all(${closed}::uuid[]))`;
  const { rows } = await sql<DigestPost & { total: number }>`
    select p.id, p.title, u.full_name as author_name, p.like_count, p.comment_count, p.total from (
      select n.*, count(*) over ()::integer as total
      from (${newPosts(sql`is null`)} union all ${newPosts(sql`is not null`)}) n
      order by n.like_count + 2 * n.comment_count desc, n.id desc limit ${pageLimit(limit)}) p
    join users u on u.id = p.user_id
    order by p.like_count + 2 * p.comment_count desc, p.id desc`.execute(db);
  return { posts: rows, total: rows[0]?.total ?? 0 };
}

/**
 * Records what was decided about a digest. Returns false if another process has decided about it since it was listed.
 */
export async function recordDigest(
  db: Db,
  digest: Pick<DueDigest, 'user_id' | 'space_id' | 'since'>,
  decided: { is_sent: boolean; unread_streak: number; was_thinned: boolean },
): Promise<boolean> {
  const now = nowIso();
  const sentAt = decided.is_sent ? now : null;
  const { rows } = await sql`
    insert into space_digests as d (user_id, space_id, considered_at, sent_at, unread_streak, was_thinned)
    values (${digest.user_id}::uuid, ${digest.space_id}::uuid, ${now}::timestamptz, ${sentAt}::timestamptz,
      ${decided.unread_streak}, ${decided.was_thinned})
    on conflict (user_id, space_id) do update set considered_at = excluded.considered_at,
      sent_at = coalesce(excluded.sent_at, d.sent_at), unread_streak = excluded.unread_streak,
      was_thinned = excluded.was_thinned, failures = 0, retry_at = null
      where d.considered_at = ${digest.since}::timestamptz
    returning user_id`.execute(db);
  return rows.length > 0;
}

/**
 * Records that an error kept a digest from being decided about: it's tried again after 15 minutes, then after twice as long,
 * up to a day.
 */
export async function recordDigestFailure(
  db: Db,
  digest: Pick<DueDigest, 'user_id' | 'space_id' | 'since'>,
): Promise<void> {
  const at = sql`${nowIso()}::timestamptz`;
  await sql`
    insert into space_digests as d (user_id, space_id, considered_at, failures, retry_at)
    values (${digest.user_id}::uuid, ${digest.space_id}::uuid, ${digest.since}::timestamptz, 1, ${at} + interval '15 minutes')
    on conflict (user_id, space_id) do update set failures = d.failures + 1,
      retry_at = ${at} + least(interval '15 minutes' * 2 ^ least(d.failures, 7), interval '1 day')
      where d.considered_at = ${digest.since}::timestamptz`.execute(db);
}

/**
 * Returns whether a queued digest is still wanted: its user is a member with that address, wants emails, and hasn't been in
 * the space since. In quiet hours, returns when they end.
 */
export async function isDigestWanted(
  db: Db,
  about: { user_id: string; space_id: string; email: string; queued_at: string },
): Promise<boolean | { hold_until: string }> {
  const at = sql`${nowIso()}::timestamptz`;
  const { rows } = await sql<{ hold_until: string | null }>`
    select w.quiet_until as hold_until
    from space_members m join users u on u.id = m.user_id left join user_presence v on v.user_id = m.user_id
    cross join lateral effective_preferences(m.user_id, m.space_id) e
    cross join lateral delivery_preferences(m.user_id, m.space_id, ${at}) w
    where m.user_id = ${about.user_id}::uuid and m.space_id = ${about.space_id}::uuid and m.status = 'active'
      and u.email = ${about.email} and coalesce(e.email_enabled, true)
      and coalesce(e.digest_email_frequency, 'weekly') <> 'never'
      and not exists (select from email_unsubscribes r
        where r.user_id = m.user_id and r.space_id = m.space_id and r.type = 'digest')
      and ${lastVisit} < ${about.queued_at}::timestamptz`.execute(db);
  const [row] = rows;
  return row?.hold_until ? { hold_until: row.hold_until } : row !== undefined;
}

/** Returns whether none of these posts has been deleted. */
export async function doPostsExist(db: Db, postIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts where id = any(${postIds}::uuid[]) and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.count === postIds.length;
}

/**
 * Takes back that a digest was sent, as it was before, so that it's decided about again. Does nothing if that has been done since
 * it was queued.
 */
export async function takeBackDigest(
  db: Db,
  digest: Pick<DueDigest, 'user_id' | 'space_id' | 'since' | 'unread_streak' | 'was_thinned'>,
  queuedAt: string,
): Promise<void> {
  const { user_id, space_id, since, unread_streak, was_thinned } = digest;
  await db
    .updateTable('space_digests')
    .set({ considered_at: since, unread_streak, was_thinned })
    .where('user_id', '=', user_id)
    .where('space_id', '=', space_id)
    .where('considered_at', '<=', queuedAt)
    .execute();
}

/** Deletes what is known of a former member's digests. */
export async function deleteDigestsOf(db: Db, userId: string, spaceId: string): Promise<void> {
  await db
    .deleteFrom('space_digests')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .execute();
}
