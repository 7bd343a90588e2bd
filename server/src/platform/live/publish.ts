import type { LiveEventName, LivePayload } from '#contract/live.ts';
import { afterCommit } from '../db/after-commit.ts';
import type { Database, Tx } from '../db/database.ts';
import { insertLiveEvents } from './live.queries.ts';
import { sequencerOf } from './sequencer.ts';

const number = (db: Database) => sequencerOf(db).wake();

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
  await afterCommit(tx, number);
}

/** Writes events of one type that say something else on each topic, in one statement. */
export async function publishEach<N extends LiveEventName>(
  tx: Tx,
  type: N,
  events: { topic: string; payload: LivePayload<N> }[],
): Promise<void> {
  if (events.length === 0) return;
  await insertLiveEvents(
    tx,
    events.map((event) => ({ ...event, type })),
  );
  await afterCommit(tx, number);
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
