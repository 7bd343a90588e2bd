import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../../db/database.ts';
import { listChannelEventsAfter } from '../live.queries.ts';
import type { EventBatch } from '../outbox/carrier.ts';

export interface LaneOptions {
  db: Database;
  /**
   * Sends events of one channel, in order, and reports each number that it has sent. `access_seq` is null for events that were
   * read.
   */
  deliver: (
    channel: string,
    events: LiveEvent[],
    accessSeq: number | null,
    delivered: (seq: number) => void,
  ) => Promise<void>;
  /** Returns a number up to which nobody here needs the events of a channel. It is asked for before missing events are read. */
  neededAfter: (channel: string) => Promise<number>;
  failed: (error: unknown) => void;
}

const pageSize = 200;
/** Batches that wait. If more arrive, they are read later. */
const maxWaiting = 100;
/** Milliseconds from a failure until the next attempt. */
const retryAfter = 500;

/** Delivers the events of one channel on this process, in the order of their numbers. */
export class Lane {
  #options: LaneOptions;
  #channel: string;
  /** The number of the last event that was delivered. */
  #position: number;
  /** Events up to this number exist. */
  #through: number;
  #batches: EventBatch[] = [];
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #waiting: { seq: number; resolve: () => void }[] = [];
  #isClosed = false;

  constructor(channel: string, position: number, options: LaneOptions) {
    this.#channel = channel;
    this.#position = position;
    this.#through = position;
    this.#options = options;
  }

  /** Delivers a batch, and before it what was missed. */
  receive(batch: EventBatch): void {
    if (batch.last <= this.#position) return;
    if (this.#batches.length < maxWaiting) this.#batches.push(batch);
    else this.#through = Math.max(this.#through, batch.last);
    this.#start();
  }

  /**
   * Makes sure that the events up to this number are delivered, and this one even if nobody here needs it. Resolves when they
   * are, or the lane is closed.
   */
  async deliverThrough(seq: number): Promise<void> {
    if (this.#isClosed || this.#position >= seq) return;
    this.#through = Math.max(this.#through, seq);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ seq, resolve });
    this.#start();
    await promise;
  }

  /** Delivers nothing more. Resolves when nothing is being delivered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    for (const { resolve } of this.#waiting) resolve();
    await this.#running;
  }

  get #isBehind(): boolean {
    return !this.#isClosed && (this.#batches.length > 0 || this.#through > this.#position);
  }

  #start(): void {
    if (this.#running || this.#retry || this.#isClosed) return;
    this.#running = this.#work()
      .catch((error: unknown) => {
        this.#options.failed(error);
        if (this.#isClosed) return;
        this.#retry = setTimeout(() => {
          this.#retry = null;
          this.#start();
        }, retryAfter).unref();
      })
      .finally(() => {
        this.#running = null;
        if (!this.#retry && this.#isBehind) this.#start();
      });
  }

  async #work(): Promise<void> {
    while (this.#isBehind) {
      const batch = this.#batches.shift();
      if (!batch) {
        await this.#readOn();
        continue;
      }
      this.#through = Math.max(this.#through, batch.last);
      // Without the events before it, this one is read together with them.
      if (!batch.events || batch.previous > this.#position) continue;
      const events = batch.events.filter(({ seq }) => seq > this.#position);
      if (events.length > 0) await this.#send(events, batch.access_seq);
    }
  }

  async #readOn(): Promise<void> {
    const needed = await this.#options.neededAfter(this.#channel);
    const awaited = Math.min(...this.#waiting.map(({ seq }) => seq));
    this.#advance(Math.min(needed, awaited - 1, this.#through));
    if (this.#through <= this.#position) return;
    const events = await listChannelEventsAfter(this.#options.db, this.#channel, this.#position, pageSize);
    if (events.length > 0) await this.#send(events, null);
    // What isn't there anymore was deleted, which takes a day.
    else this.#advance(this.#through);
  }

  #send(events: LiveEvent[], accessSeq: number | null): Promise<void> {
    return this.#options.deliver(this.#channel, events, accessSeq, (seq) => this.#advance(seq));
  }

  #advance(seq: number): void {
    this.#position = Math.max(this.#position, seq);
    if (this.#waiting.length === 0) return;
    const done = this.#waiting.filter((waiter) => waiter.seq <= this.#position);
    this.#waiting = this.#waiting.filter((waiter) => waiter.seq > this.#position);
    for (const { resolve } of done) resolve();
  }
}
