import type { LiveEvent } from '#contract/live.ts';

const deletion = /^(\w+)\.(?:deleted|removed)$/;

/**
 * Returns the id of what an event deletes, which its payload names after the first part of its type: `post.deleted` has a
 * `post_id`. Null for other events.
 */
export function deletedId({ type, payload }: { type: string; payload: object }): unknown {
  const [, kind] = deletion.exec(type) ?? [];
  return (kind && (payload as Record<string, unknown>)[`${kind}_id`]) ?? null;
}

/** Whether an event contains an entity with one of these ids, such as the post of `post.created`. */
const contains = ({ payload }: LiveEvent, ids: ReadonlySet<unknown>): boolean =>
  Object.values<unknown>(payload).some(
    (value) => typeof value === 'object' && value !== null && 'id' in value && ids.has(value.id),
  );

/**
 * Whether an event contains something that a later one of the same channel deletes. Whoever was away must not get the text
 * of it anymore. A changed calendar counts as deleting events, since it doesn't say which.
 */
export function hasDeletedContent(events: readonly LiveEvent[]): boolean {
  const deleted = new Set<unknown>();
  let isCalendarChanged = false;
  for (const event of events.toReversed()) {
    if (contains(event, deleted) || (isCalendarChanged && 'event' in event.payload)) return true;
    const id = deletedId(event);
    if (id !== null) deleted.add(id);
    isCalendarChanged ||= event.type === 'calendar.changed';
  }
  return false;
}
