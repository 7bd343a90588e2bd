import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { CalendarEvent, CalendarEventDetail } from '#contract/calendar.ts';
import type { Comment } from '#contract/comments.ts';
import type { Post } from '#contract/feed.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Space, SpaceSummary } from '#contract/spaces.ts';
import type { Person } from '#contract/users.ts';

/**
 * One copy of each thing people see. Lists hold ids; the things live here, under `['entity', kind, id]` in the query
 * cache, so that a page rendered on the server carries them and one write reaches every place that shows them.
 */
export interface Entities {
  /** `body` is there once the post has been opened. */
  post: Post & { body?: string };
  comment: Comment;
  notification: Notification;
  /** Whole once its pages have been opened; a summary where only lists have shown it. */
  space: SpaceSummary & Partial<Space>;
  person: Person;
  /** Someone's level in a space as it was heard last; see the points feature. */
  member_level: { id: string; level: number; version: number };
  /** Whole once it has been opened. */
  event: CalendarEvent & Partial<CalendarEventDetail>;
}
export type EntityKind = keyof Entities;
type EntityLists = { [K in EntityKind]?: readonly Entities[K][] };

const keyOf = (kind: EntityKind, id: string) => ['entity', kind, id] as const;
const versionOf = (entity: object): number | null =>
  'version' in entity && typeof entity.version === 'number' ? entity.version : null;

const pollOf = (entity: object): { version: number } | null =>
  'poll' in entity ? (entity.poll as { version: number } | null) : null;

/** A poll changes by itself, and no event says what this person may see of it: the one that knows more stays. */
function keepsPoll(current: object, incoming: object, fromEvent: boolean): boolean {
  const [now, next] = [pollOf(current), pollOf(incoming)];
  return now !== null && next !== null && (fromEvent || next.version < now.version);
}

/** What stands after `incoming` meets `current`: the larger version wins, and what only one of them knows is kept. */
function merge<T extends object>(current: T | undefined, incoming: T, fromEvent: boolean): T {
  if (!current) return incoming;
  const [now, next] = [versionOf(current), versionOf(incoming)];
  if (now !== null && next !== null && next < now) return { ...incoming, ...current };
  const merged = { ...current, ...incoming };
  if (keepsPoll(current, incoming, fromEvent)) Object.assign(merged, { poll: pollOf(current) });
  // An event is the same for everyone who hears it: it cannot know what this person liked or answered.
  if (fromEvent && 'has_liked' in current) return { ...merged, has_liked: current.has_liked };
  if (fromEvent && 'viewer_rsvp' in current) return { ...merged, viewer_rsvp: current.viewer_rsvp };
  return merged;
}

/** Writes things of an answer, or with `{fromEvent: true}` of a live event (which keeps the viewer's `has_liked`). */
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

/** Every known thing of a kind. */
export function readEntities<K extends EntityKind>(client: QueryClient, kind: K): Entities[K][] {
  return client
    .getQueriesData<Entities[K]>({ queryKey: ['entity', kind] })
    .flatMap(([, entity]) => entity ?? []);
}

/**
 * Changes a known thing; does nothing for an unknown one, or when `changes` carry a smaller version than it has.
 * Answers the thing as it was, for an undo.
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

/** The one copy of a thing, kept up to date; undefined until some answer has carried it. */
export function useEntity<K extends EntityKind>(kind: K, id: string): Entities[K] | undefined {
  return useQuery<Entities[K]>({ queryKey: keyOf(kind, id), queryFn: skipToken }).data;
}
