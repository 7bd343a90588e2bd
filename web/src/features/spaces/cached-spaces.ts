import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { cacheAges } from '#web/lib/cache/cache-ages.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';
import { spaceEntity } from '#web/lib/cache/shared-entities.ts';
import { userSpacesQuery } from './spaces.api.ts';

/** The copy of a user's spaces in their browser, with the user's id. */
interface CachedSpaces {
  user_id: string;
  fetched_at: number;
  spaces: SpaceSummary[];
}
const name = 'user-spaces';

/**
 * Stores the viewer's spaces in this browser whenever they are fetched, and starts with the stored copy, so the
 * switcher is filled right away, even if the server can't be reached. Deletes the copy when no one is signed in.
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
    const copy: CachedSpaces = { user_id: userId, fetched_at: state.dataUpdatedAt, spaces };
    if (readLocal<CachedSpaces>(name)?.fetched_at !== copy.fetched_at) writeLocal(name, copy);
  };
  // They may have been fetched with the page, or before this call.
  keep();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash) keep();
  });
}

/** Restores the copy into the cache if it belongs to this user, hasn't expired, and nothing newer is cached. */
function restore(client: QueryClient, userId: string, now: number): void {
  const copy = readLocal<CachedSpaces>(name);
  if (!copy) return;
  if (copy.user_id !== userId || now - copy.fetched_at > cacheAges.userSpaces.kept) {
    writeLocal(name, null);
    return;
  }
  if (client.getQueryData(userSpacesQuery.queryKey)) return;
  // Entities that came with the page are newer.
  writeEntities(
    client,
    spaceEntity,
    copy.spaces.filter(({ id }) => !readEntity(client, 'space', id)),
  );
  const space_ids = copy.spaces.map(({ id }) => id);
  client.setQueryData(userSpacesQuery.queryKey, { space_ids }, { updatedAt: copy.fetched_at });
}

/** Only what lists show: permissions always come from the server. */
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
