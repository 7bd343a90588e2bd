import { AsyncLocalStorage } from 'node:async_hooks';
import { changesAccess, type LiveEventName, type LivePayload } from '#contract/live.ts';
import { afterCommit, writeAtCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import { insertLiveEvents } from './live.queries.ts';
import { sequencerOf } from './outbox/sequencer.ts';

/** An event for one channel. */
export type OutgoingEvent = {
  [N in LiveEventName]: { channel: string; type: N; payload: LivePayload<N> };
}[LiveEventName];

const unpublished = new AsyncLocalStorage<true>();

/** Runs `work` without publishing live events, to fill a database that no client has read. */
export function withoutLiveEvents<T>(work: () => Promise<T>): Promise<T> {
  return unpublished.run(true, work);
}

/**
 * Publishes events, in this order. They are written to the outbox with the commit of the transaction, all in one statement, and
 * sent right after it. All events are published through this function.
 */
export async function publishAll(tx: Tx, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0 || unpublished.getStore()) return;
  const accessChanges = events.map(changesAccess);
  await writeAtCommit(
    tx,
    insertLiveEvents,
    events.map((event, index) => ({ ...event, changes_access: accessChanges[index] ?? false })),
  );
  const channels = events.map(({ channel }) => channel);
  await afterCommit(tx, (db) => sequencerOf(db).wake(channels, accessChanges.includes(true)));
}

/** Publishes one event to one or several channels. */
export async function publish<N extends LiveEventName>(
  tx: Tx,
  channels: string | string[],
  type: N,
  payload: LivePayload<N>,
): Promise<void> {
  const list = Array.isArray(channels) ? channels : [channels];
  await publishAll(tx, list.map((channel) => ({ channel, type, payload })) as OutgoingEvent[]);
}

/** Publishes events of one type with a different payload for each channel. */
export async function publishEach<N extends LiveEventName>(
  tx: Tx,
  type: N,
  events: { channel: string; payload: LivePayload<N> }[],
): Promise<void> {
  await publishAll(tx, events.map((event) => ({ ...event, type })) as OutgoingEvent[]);
}

export const userChannel = (userId: string) => `user:${userId}`;
/** The channel of events that name members of a space, wherever they are. */
export const membersChannel = (spaceId: string) => `members:${spaceId}`;
export const spaceChannel = (spaceId: string) => `space:${spaceId}`;
/** The channel of the posts of a category that has access rules. */
export const categoryChannel = (categoryId: string) => `category:${categoryId}`;

interface PostOfCategory {
  space_id: string;
  category_id: string | null;
  /** Whether its category has access rules. */
  is_limited: boolean;
}
/** The channel of what the feed shows of a post: that of its category, if not everyone in the space can open it. */
export const feedChannel = ({ space_id, category_id, is_limited }: PostOfCategory): string =>
  is_limited && category_id !== null ? categoryChannel(category_id) : spaceChannel(space_id);
export const postChannel = (postId: string) => `post:${postId}`;
