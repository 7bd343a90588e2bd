import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { CalendarEvent, CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space, SpaceSummary } from '#contract/features/spaces/spaces.ts';
import type { Person } from '#contract/users.ts';

/**
 * Normalized entities. Lists contain IDs; each entity is stored once under `['entity', kind, id]` in the query cache,
 * so that server-rendered pages include it and one write updates every component that shows it.
 */
export interface Entities {
  /** `body` is present once the post has been opened. */
  post: Post & { body?: string };
  comment: Comment;
  notification: Notification;
  /** Complete once a page of the space has been opened; otherwise a summary from a list. */
  space: SpaceSummary & Partial<Space>;
  person: Person;
  /** A member's level in a space from the latest event; see the points feature. */
  member_level: { id: string; level: number; version: number };
  /** Complete once the event has been opened. */
  event: CalendarEvent & Partial<CalendarEventDetail>;
}
export type EntityKind = keyof Entities;
type EntityLists = { [K in EntityKind]?: readonly Entities[K][] };

const keyOf = (kind: EntityKind, id: string) => ['entity', kind, id] as const;
const versionOf = (entity: object): number | null =>
  'version' in entity && typeof entity.version === 'number' ? entity.version : null;

const pollOf = (entity: object): { version: number } | null =>
  'poll' in entity ? (entity.poll as { version: number } | null) : null;

/**
 * A poll changes independently of its post, and events contain no viewer-specific results, so the more complete one is
 * kept.
 */
function keepsPoll(current: object, incoming: object, fromEvent: boolean): boolean {
  const [now, next] = [pollOf(current), pollOf(incoming)];
  return now !== null && next !== null && (fromEvent || next.version < now.version);
}

/** Merges two versions of an entity: the larger version wins, and fields that only one of them has are kept. */
function merge<T extends object>(current: T | undefined, incoming: T, fromEvent: boolean): T {
  if (!current) return incoming;
  const [now, next] = [versionOf(current), versionOf(incoming)];
  if (now !== null && next !== null && next < now) return { ...incoming, ...current };
  const merged = { ...current, ...incoming };
  if (keepsPoll(current, incoming, fromEvent)) Object.assign(merged, { poll: pollOf(current) });
  // All subscribers get the same events, so these don't contain the viewer's likes or RSVPs.
  if (fromEvent && 'has_liked' in current) return { ...merged, has_liked: current.has_liked };
  if (fromEvent && 'viewer_rsvp' in current) return { ...merged, viewer_rsvp: current.viewer_rsvp };
  return merged;
}

/**
 * Stores the entities of a response, or with `{fromEvent: true}` of a live event (which keeps the viewer's
 * `has_liked`).
 */
export function writeEntities(
  client: QueryClient,
  lists: EntityLists,
  { fromEvent = false }: { fromEvent?: boolean } = {},
): void {
  for (const kind of Object.keys(lists) as EntityKind[]) {
    for (const entity of lists[kind] ?? []) {
      client.setQueryData<Entities[EntityKind]>(keyOf(kind, entity.id), (current) =>
        merge(current, entity, fromEvent),
      );
    }
  }
}

export function readEntity<K extends EntityKind>(
  client: QueryClient,
  kind: K,
  id: string,
): Entities[K] | undefined {
  return client.getQueryData<Entities[K]>(keyOf(kind, id));
}

/** Returns all cached entities of a kind, or one by ID. */
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
  client.setQueryData<Entities[K]>(keyOf(kind, id), { ...current, ...change });
  return current;
}

/** Returns the cached entity and re-renders when it changes; undefined until a response contained it. */
export function useEntity<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined {
  return useQuery<Entities[K]>({ queryKey: keyOf(kind, id), queryFn: skipToken }).data;
}
