import { type RawBuilder, sql } from 'kysely';

/** Longer URLs don't fit into an index entry. Characters of HTML. */
const maxLength = 2_000;

/** Returns the first web link in the sanitized text of a post; null if there is none. */
export function findLink(body: string): string | null {
  const link = /<a [^>]*href="(https?:\/\/[^"]+)"/.exec(body)?.[1];
  return link !== undefined && link.length <= maxLength ? link.replaceAll('&amp;', '&') : null;
}

/**
 * Queues the URLs that `urls` selects to be previewed, as the last part of a statement. A page that was fetched more than a
 * week ago is queued again; its old preview remains until then.
 */
export const queueLink = (urls: RawBuilder<unknown>) => sql`
  insert into link_previews (url) ${urls}
  on conflict (url) do update set status = 'waiting', attempts = 0, claimed_until = null
    where link_previews.status <> 'waiting' and link_previews.fetched_at < now() - interval '7 days'`;
