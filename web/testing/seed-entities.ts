import type { QueryClient } from '@tanstack/react-query';
import { type Entities, type EntityKind, entityKey } from '#web/lib/cache/entity-cache.ts';

/** Puts entities into the cache as they are. */
export function seedEntities(
  client: QueryClient,
  lists: { [K in EntityKind]?: readonly Entities[K][] },
): void {
  for (const kind of Object.keys(lists) as EntityKind[])
    for (const entity of lists[kind] ?? []) client.setQueryData(entityKey(kind, entity.id), entity);
}
