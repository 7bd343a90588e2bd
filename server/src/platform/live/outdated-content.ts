import { changesAccess, type LiveEvent } from '#contract/live.ts';

const deletion = /^(\w+)\.(?:deleted|removed)$/;

/**
 * Returns the id of what an event deletes, which its payload names after the first part of its type: `post.deleted` has a
 * `post_id`. Null for other events.
 */
export function deletedId({ type, payload }: { type: string; payload: object }): unknown {
  const [, kind] = deletion.exec(type) ?? [];
  return (kind && (payload as Record<string, unknown>)[`${kind}_id`]) ?? null;
}

/** The events that carry the whole new state of an entity, by the key of that entity in the payload. */
const newStates: Partial<Record<LiveEvent['type'], string>> = {
  'post.changed': 'post',
  'comment.edited': 'comment',
  'event.changed': 'event',
  'notification.changed': 'notification',
};

/** The events that change what earlier ones show of the latest message of their conversation. */
const messageChanges = new Set<LiveEvent['type']>(['message.deleted', 'message.edited', 'message.outdated']);

interface Entity {
  id: unknown;
  space_id?: unknown;
  revision?: unknown;
}

/** Returns the entities that an event contains, such as the post of `post.created`, by their keys. */
const entitiesOf = ({ payload }: LiveEvent): [key: string, entity: Entity][] =>
  Object.entries<unknown>(payload).filter(
    (entry): entry is [string, Entity] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'id' in entry[1],
  );

/**
 * Returns `sent`, which has only the last state of each notification of `missed`. It's news, or kept unread, if an earlier one was,
 * unless it was read or snoozed in between.
 */
function withReasons(sent: readonly LiveEvent[], missed: readonly LiveEvent[]): LiveEvent[] {
  const reasons = new Map<string, { is_news: boolean; is_kept_unread: boolean }>();
  for (const { type, payload } of missed) {
    if (type === 'notification.read') {
      if (payload.notification_ids === null) reasons.clear();
      for (const id of payload.notification_ids ?? []) reasons.delete(id);
    }
    if (type !== 'notification.changed') continue;
    const { is_news, is_kept_unread, notification } = payload;
    if (notification.read) reasons.delete(notification.id);
    else if (is_news || is_kept_unread) reasons.set(notification.id, { is_news, is_kept_unread });
  }
  return sent.map((event) =>
    event.type === 'notification.changed'
      ? { ...event, payload: { ...event.payload, ...reasons.get(event.payload.notification.id) } }
      : event,
  );
}

/**
 * Returns what is sent to a client that missed these events of one channel, or null if it has to refetch. It must not get
 * texts that it couldn't fetch anymore: of what a later event deletes, from before an edit, or from a space whose
 * membership ended later. An earlier state of something is left out if a later event has the new state. A changed calendar
 * counts as deleting events, since it doesn't say which, and changed categories as deleting posts; a post that was moved to a
 * category with rules, as deleted; a deleted or edited
 * message, as changing what earlier events show of the latest message of the conversation. Someone who was added to a
 * conversation gets nothing from before.
 */
export function withoutOutdatedContent(
  events: readonly LiveEvent[],
  viewerId: string | null,
): LiveEvent[] | null {
  const deleted = new Set<unknown>();
  const leftSpaces = new Set<unknown>();
  const latest = new Map<unknown, Entity>();
  let isCalendarChanged = false;
  let areCategoriesChanged = false;
  let isMessageChanged = false;
  let isAdded = false;
  const current: LiveEvent[] = [];
  for (const event of events.toReversed()) {
    const entities = entitiesOf(event);
    if (entities.some(([, { id, space_id }]) => deleted.has(id) || leftSpaces.has(space_id))) return null;
    if (isCalendarChanged && ('event' in event.payload || event.type === 'event.rsvps_changed')) return null;
    if (areCategoriesChanged && 'post' in event.payload) return null;
    if (isAdded || (isMessageChanged && 'conversation' in event.payload)) return null;
    const edited = entities.find(([, { id }]) => latest.has(id));
    const stateKey = newStates[event.type];
    if (!edited) {
      current.push(event);
    } else if (stateKey === undefined) {
      // Such as `post.created`, which clients need in order to show the post at all. A pinned post has the same text.
      const [, { id, revision }] = edited;
      if (revision === undefined || latest.get(id)?.revision !== revision) return null;
      current.push(event);
    }
    for (const [key, entity] of entities)
      if (key === stateKey && !latest.has(entity.id)) latest.set(entity.id, entity);
    const id = deletedId(event);
    if (id !== null) deleted.add(id);
    if (event.type === 'post.moved' && changesAccess(event)) deleted.add(event.payload.post_id);
    // Edited, without its new text: the text in earlier events is the old one.
    if (event.type === 'message.outdated') deleted.add(event.payload.message_id);
    if (event.type === 'membership.changed' && event.payload.role === null)
      leftSpaces.add(event.payload.space_id);
    isCalendarChanged ||= event.type === 'calendar.changed';
    areCategoriesChanged ||= event.type === 'categories.changed';
    isMessageChanged ||= messageChanges.has(event.type);
    isAdded ||=
      event.type === 'conversation.changed' &&
      viewerId !== null &&
      event.payload.changed_user_ids.includes(viewerId);
  }
  return withReasons(current.reverse(), events);
}
