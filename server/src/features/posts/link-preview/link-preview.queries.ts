import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** How often a page is tried. */
const maxAttempts = 3;

/** Claims the oldest waiting address until `until`; null when none waits. */
export async function claimWaitingLink(
  db: Db,
  now: string,
  until: string,
): Promise<{ url: string; attempts: number } | null> {
  const { rows } = await sql<{ url: string; attempts: number }>`
    update link_previews set claimed_until = ${until}, attempts = attempts + 1
    where url = (
      select url from link_previews
      where status = 'waiting' and (claimed_until is null or claimed_until < ${now})
      order by created_at limit 1 for update skip locked)
    returning url, attempts`.execute(db);
  return rows[0] ?? null;
}

export const canRetry = (attempts: number) => attempts < maxAttempts;

/** Saves a page's metadata; `null` when it has none. */
export async function updateLinkPreview(
  db: Db,
  url: string,
  at: string,
  metadata: {
    title: string;
    description: string | null;
    site_name: string | null;
    image_id: string | null;
  } | null,
): Promise<void> {
  const noMetadata = { title: null, description: null, site_name: null, image_id: null };
  await db
    .updateTable('link_previews')
    .set({
      ...(metadata ?? noMetadata),
      status: metadata ? 'ready' : 'none',
      fetched_at: at,
      claimed_until: null,
    })
    .where('url', '=', url)
    .execute();
}

/** Raises the version of the latest posts that link there and are not deleted. Returns their ids. */
export async function updateLinkingPosts(db: Db, url: string, limit: number): Promise<string[]> {
  // The categories are counted because PostgreSQL locks them only if the rest of the statement uses them.
  const { rows } = await sql<{ id: string }>`
    with linking as (
      update posts set version = version + 1
      where id in (select id from posts where link_url = ${url} and deleted_at is null
        order by id desc limit ${sql.lit(limit)})
      returning id, category_id
    ), categories as (
      select k.id from space_categories k where k.id in (select category_id from linking) order by k.id for key share
    )
    select id, (select count(*) from categories) from linking`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the author of the latest post that links there, or else of the latest message, who will own the copy of the page's
 * image; null without one.
 */
export async function findLinkingAuthor(db: Db, url: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    (select user_id from posts where link_url = ${url} and deleted_at is null order by id desc limit 1)
    union all
    (select sender_id from chat_messages where link_url = ${url} and deleted_at is null order by id desc limit 1)
    limit 1`.execute(db);
  return rows[0]?.user_id ?? null;
}
