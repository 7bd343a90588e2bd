import type { LiveEvent } from '#contract/live.ts';

/** Numbered events of one channel, in order. */
export interface EventBatch {
  channel: string;
  /** The last number of the channel before these events. A receiver that is further behind reads the ones in between. */
  previous: number;
  /** The number of the last event of the batch. */
  last: number;
  /** The last number of an event that changes access. Receivers apply those up to it before they send this batch. */
  access_seq: number;
  /** Null if they are too large to be carried. Receivers read them. */
  events: LiveEvent[] | null;
}

/** A message from one process to those that listen to its topic. */
export interface CarriedMessage {
  topic: string;
  body: string;
}

/** What a process receives from a carrier. */
export interface Receiver {
  receive(topic: string, body: string): void;
  /** Reads what was numbered in the last minute, because messages may have been lost, as before each (re)connection. */
  catchUp(): void;
}

/** Topics that a process listens to. */
export interface TopicListener {
  /** Resolves once messages of the topic arrive. */
  add(topic: string): Promise<void>;
  remove(topic: string): void;
  stop(): Promise<void>;
}

/**
 * Carries messages between the processes of one database. A message may be lost, and then the carrier calls `catchUp` of its
 * receiver within 30 seconds. The outbox is what counts: receivers read there what they miss.
 */
export interface Carrier {
  /** Maximum bytes of a message body. */
  maxBytes: number;
  /** Sends messages, and deletes the announcements of their events once they are on their way. */
  send(messages: readonly CarriedMessage[], announcements: readonly number[]): Promise<void>;
  /** Listens to topics; those given here from the start. That of PostgreSQL throws if the first connection fails. */
  listen(topics: readonly string[], receiver: Receiver): Promise<TopicListener>;
  stop(): Promise<void>;
}

/** The topic of events that change access. Every live process listens to it. */
export const accessTopic = 'live_access';
/** The topic of signals. Every live process listens to it. */
export const signalTopic = 'live_signals';
/** The topic of channels whose events name the users that they concern. Every live process listens to it. */
export const personalTopic = 'live_personal';
/** The topic of a user: events of channels whose audience they belong to. */
export const userTopic = (userId: string) => `to:${userId}`;
/** The topic of who is online on each process. Every process that serves requests or live connections listens to it. */
export const presenceTopic = 'live_presence';
