import { type QueryClient, skipToken } from '@tanstack/react-query';
import { useQueryData } from './use-query-data.ts';

/**
 * Normalized entities by kind. Lists contain IDs; each entity is stored once under `['entity', kind, id]` in the query cache,
 * so that server-rendered pages include it and one write updates every component that shows it. Each feature adds its own
 * kinds, in `<feature>.entity.ts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it by declaration merging.
export interface Entities {}
export type EntityKind = keyof Entities;

interface EntityRules<T> {
  /** Fields that depend on the viewer. All subscribers get the same events, so these don't change them. */
  ofViewer?: readonly (keyof T)[];
  /** Returns the fields that stay as they are in the cache although the incoming version is newer. */
  keep?: (current: T, incoming: T, fromEvent: boolean) => Partial<T>;
}

/** A kind of entity, for `writeEntities`. */
export interface Entity<K extends EntityKind> extends EntityRules<Entities[K]> {
  kind: K;
}

/** Returns a function that declares kinds. In tests, it throws if it declared a kind before. */
export function createEntityRegistry() {
  const kinds = new Set<EntityKind>();
  return <K extends EntityKind>(kind: K, rules: EntityRules<Entities[K]> = {}): Entity<K> => {
    // The tests import all kinds. Saving the file of an entity during development declares it again.
    if (import.meta.env.MODE === 'test' && kinds.has(kind))
      throw new Error(`Two entities are of the kind ${kind}`);
    kinds.add(kind);
    return { kind, ...rules };
  };
}

/** Declares how entities of a kind are merged. Its type is a property of `Entities`. */
export const defineEntity = createEntityRegistry();

/** The query key of an entity. */
export const entityKey = (kind: EntityKind, id: string) => ['entity', kind, id] as const;
/** The name of this key in the query cache (`hashKey`). Lists read many entities, and hashing keys would take most of the time. */
const entityHash = (kind: EntityKind, id: string) => JSON.stringify(entityKey(kind, id));
const versionOf = (entity: object): number | null =>
  'version' in entity && typeof entity.version === 'number' ? entity.version : null;

/** Merges two versions of an entity: the larger version wins, and fields that only one of them has are kept. */
function merge<T extends object>(
  { ofViewer = [], keep }: EntityRules<T>,
  current: T | undefined,
  incoming: T,
  fromEvent: boolean,
): T {
  if (!current) return incoming;
  const [now, next] = [versionOf(current), versionOf(incoming)];
  if (now !== null && next !== null && next < now) return { ...incoming, ...current };
  const merged = { ...current, ...incoming, ...keep?.(current, incoming, fromEvent) };
  if (fromEvent) for (const field of ofViewer) if (field in current) merged[field] = current[field];
  return merged;
}

/** Stores the entities of a response, or with `{fromEvent: true}` of a live event. */
export function writeEntities<K extends EntityKind>(
  client: QueryClient,
  entity: Entity<K>,
  items: readonly Entities[K][],
  { fromEvent = false }: { fromEvent?: boolean } = {},
): void {
  for (const item of items) {
    client.setQueryData<Entities[K]>(entityKey(entity.kind, item.id), (current) =>
      merge(entity, current, item, fromEvent),
    );
  }
}

export function readEntity<K extends EntityKind>(
  client: QueryClient,
  kind: K,
  id: string,
): Entities[K] | undefined {
  return client.getQueryCache().get<Entities[K]>(entityHash(kind, id))?.state.data;
}

/** Returns all cached entities of a kind. */
export function readEntities<K extends EntityKind>(client: QueryClient, kind: K): Entities[K][] {
  return client
    .getQueriesData<Entities[K]>({ queryKey: ['entity', kind] })
    .flatMap(([, entity]) => entity ?? []);
}

/**
 * Updates a cached entity. Does nothing if it is not cached or if `changes` have a smaller version. Returns the
 * previous entity, to undo the change.
 */
export function patchEntity<K extends EntityKind>(
  client: QueryClient,
  kind: K,
  id: string,
  changes: Partial<Entities[K]> | ((current: Entities[K]) => Partial<Entities[K]>),
): Entities[K] | undefined {
  const current = readEntity(client, kind, id);
  if (!current) return undefined;
  const change = typeof changes === 'function' ? changes(current) : changes;
  const [now, next] = [versionOf(current), versionOf(change)];
  if (now !== null && next !== null && next < now) return current;
  client.setQueryData<Entities[K]>(entityKey(kind, id), { ...current, ...change });
  return current;
}

/** Returns the cached entity and re-renders when it changes; undefined until a response contained it. */
export function useEntity<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined {
  return useQueryData<Entities[K], ReturnType<typeof entityKey>>({
    queryKey: entityKey(kind, id),
    queryFn: skipToken,
  });
}
