import { changesAccess, counterEvents, type LiveEvent } from '#contract/live.ts';

/** Events of one channel that are sent together. */
export interface LiveMessage {
  events: LiveEvent[];
  /** The user whose subscribed connections get them; null for everyone. */
  only: string | null;
}

/** Maximum number of events in one message. */
const maxTogether = 50;

/** Returns what an event counts: of events with the same key, only the last one matters. Null if it carries anything else. */
export function counterKey(event: LiveEvent): string | null {
  const keyOf = counterEvents[event.type] as ((payload: LiveEvent['payload']) => string) | undefined;
  return keyOf ? `${event.type} ${keyOf(event.payload)}` : null;
}

/** Returns events of one channel without counters of which a later one has the new totals. The viewer gets those that they caused. */
export function withLastCounters(events: readonly LiveEvent[], viewerId: string | null): LiveEvent[] {
  const later = new Set<string>();
  const kept = events.toReversed().filter((event) => {
    const key = counterKey(event);
    if (key === null) return true;
    const { actor } = event.payload as { actor?: { user_id: string } | null };
    const isLast = !later.has(key);
    later.add(key);
    return isLast || (viewerId !== null && actor?.user_id === viewerId);
  });
  return kept.reverse();
}

/**
 * Divides events of one channel into messages, in order. A counter is left out if a later one has the new totals; only the user
 * who caused it still gets it, if `isHere` says so. An event that changes access is on its own.
 */
export function toMessages(events: readonly LiveEvent[], isHere: (userId: string) => boolean): LiveMessage[] {
  const last = new Map<string, LiveEvent>();
  for (const event of events) {
    const key = counterKey(event);
    if (key !== null) last.set(key, event);
  }
  const messages: LiveMessage[] = [];
  let isOpen = false;
  for (const event of events) {
    const key = counterKey(event);
    if (key !== null && last.get(key) !== event) {
      const { actor } = event.payload as { actor?: { user_id: string } | null };
      if (!actor || !isHere(actor.user_id)) continue;
      messages.push({ events: [event], only: actor.user_id });
      isOpen = false;
      continue;
    }
    const open = messages.at(-1);
    const isOfAccess = changesAccess(event);
    if (open && isOpen && !isOfAccess && open.events.length < maxTogether) open.events.push(event);
    else messages.push({ events: [event], only: null });
    isOpen = !isOfAccess;
  }
  return messages;
}
