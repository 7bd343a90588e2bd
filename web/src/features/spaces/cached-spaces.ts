import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { SpaceSummary } from '#contract/spaces.ts';
import { cacheAges } from '#web/lib/cache-ages.ts';
import { readEntity, writeEntities } from '#web/lib/entity-cache.ts';
import { readLocal, writeLocal } from '#web/lib/local-store.ts';
import { userSpacesQuery } from './spaces.api.ts';

/** The copy of a person's spaces that their browser keeps (document 1, section 3), with whose it is. */
interface CachedSpaces {
  user_id: string;
  fetched_at: number;
  spaces: SpaceSummary[];
}
const name = 'user-spaces';

/**
 * Keeps a person's spaces in this browser whenever they have been fetched, and begins with the kept copy: the switcher
 * is full at once, and stays so when the server is away. Without anyone signed in it is
 * forgotten.
 */
export function syncUserSpaces(client: QueryClient, userId: string | undefined, now = Date.now()): void {
  if (userId === undefined) {
    writeLocal(name, null);
    return;
  }
  const { queryKey } = userSpacesQuery;
  restore(client, userId, now);
  const hash = hashKey(queryKey);
  const keep = () => {
    const state = client.getQueryState(queryKey);
    if (state?.status !== 'success') return;
    const ids = client.getQueryData(queryKey)?.space_ids ?? [];
    const spaces = ids.flatMap((id) => readEntity(client, 'space', id) ?? []).map(toSummary);
    const kept: CachedSpaces = { user_id: userId, fetched_at: state.dataUpdatedAt, spaces };
    if (readLocal<CachedSpaces>(name)?.fetched_at !== kept.fetched_at) writeLocal(name, kept);
  };
  // They may have come with the page, or before this was called.
  keep();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) keep();
  });
}

/** Puts the kept copy into the cache, when it is this person's, is not too old, and nothing newer is there. */
function restore(client: QueryClient, userId: string, now: number): void {
  const kept = readLocal<CachedSpaces>(name);
  if (!kept) return;
  if (kept.user_id !== userId || now - kept.fetched_at > cacheAges.userSpaces.kept) {
    writeLocal(name, null);
    return;
  }
  if (client.getQueryData(userSpacesQuery.queryKey)) return;
  // What the page brought along is newer.
  writeEntities(client, { space: kept.spaces.filter(({ id }) => !readEntity(client, 'space', id)) });
  const space_ids = kept.spaces.map(({ id }) => id);
  client.setQueryData(userSpacesQuery.queryKey, { space_ids }, { updatedAt: kept.fetched_at });
}

/** Only what lists show: what a person may do in a space is the server's to say, each time. */
function toSummary(space: SpaceSummary): SpaceSummary {
  return {
    id: space.id,
    name: space.name,
    subdomain: space.subdomain,
    short_description: space.short_description,
    description: space.description,
    icon_image: space.icon_image,
    cover_image: space.cover_image,
    primary_color: space.primary_color,
    is_private: space.is_private,
    pricing_type: space.pricing_type,
    price_per_month: space.price_per_month,
    topic: space.topic,
    member_count: space.member_count,
    owner_id: space.owner_id,
  };
}
