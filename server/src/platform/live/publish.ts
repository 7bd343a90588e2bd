import type { LiveEventName, LivePayload } from '#contract/live.ts';
import { afterCommit } from '../db/after-commit.ts';
import type { Database, Tx } from '../db/database.ts';
import { insertLiveEvents } from './live.queries.ts';
import { sequencerOf } from './sequencer.ts';

const number = (db: Database) => sequencerOf(db).wake();

/** One event on its way to one topic. */
export type OutgoingEvent = {
  [N in LiveEventName]: { topic: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

/**
 * Writes events into the outbox of this transaction, in this order; they go out only if it commits, and as soon as it has.
 * Everything that is published goes through here.
 */
export async function publishAll(tx: Tx, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertLiveEvents(tx, [...events]);
  await afterCommit(tx, number);
}

/** The same of one event that goes to one topic or to several. */
export async function publish<N extends LiveEventName>(
  tx: Tx,
  topics: string | string[],
  type: N,
  payload: LivePayload<N>,
): Promise<void> {
  const list = Array.isArray(topics) ? topics : [topics];
  await publishAll(tx, list.map((topic) => ({ topic, type, payload })) as OutgoingEvent[]);
}

/** The same of events of one type that say something else on each topic. */
export async function publishEach<N extends LiveEventName>(
  tx: Tx,
  type: N,
  events: { topic: string; payload: LivePayload<N> }[],
): Promise<void> {
  await publishAll(tx, events.map((event) => ({ ...event, type })) as OutgoingEvent[]);
}

export const userTopic = (userId: string) => `user:${userId}`;
export const spaceTopic = (spaceId: string) => `space:${spaceId}`;
export const postTopic = (postId: string) => `post:${postId}`;
