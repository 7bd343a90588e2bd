import type { LiveEventName, LivePayload } from '#contract/live.ts';
import type { Tx } from '../db/database.ts';
import { insertLiveEvents } from './live.queries.ts';

/** Writes an event into the outbox of this transaction; it goes out only if the transaction commits. */
export async function publish<N extends LiveEventName>(
  tx: Tx,
  topics: string | string[],
  type: N,
  payload: LivePayload<N>,
): Promise<void> {
  const list = Array.isArray(topics) ? topics : [topics];
  await insertLiveEvents(
    tx,
    list.map((topic) => ({ topic, type, payload })),
  );
}

/** One event on its way to one topic. */
export type OutgoingEvent = {
  [N in LiveEventName]: { topic: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

/** Writes several events at once, in this order. */
export async function publishAll(tx: Tx, events: readonly OutgoingEvent[]): Promise<void> {
  await insertLiveEvents(tx, [...events]);
}

export const userTopic = (userId: string) => `user:${userId}`;
export const spaceTopic = (spaceId: string) => `space:${spaceId}`;
export const postTopic = (postId: string) => `post:${postId}`;
