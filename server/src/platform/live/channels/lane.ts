import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../../db/database.ts';
import { listChannelEventsAfter } from '../live.queries.ts';
import type { EventBatch } from '../outbox/carrier.ts';
import { counterKey } from './counters.ts';

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
/** Milliseconds from the delivery of a counter until the next one, unless other events come in between. */
const counterInterval = 100;
/** Counters that are held back at most. */
const maxHeld = 500;

/**
 * Delivers the events of one channel on this process, in the order of their numbers. What arrives while something is being
 * delivered is delivered together, and so are counters that arrive within a tenth of a second.
 */
export class Lane {
  #options: LaneOptions;
  #channel: string;
  /** The number of the last event that was delivered. */
  #position: number;
  /** Events after that one, which are ready to be delivered. */
  #ready: LiveEvent[] = [];
  /** The largest `access_seq` of these; null if some of them were read. */
  #accessSeq: number | null = 0;
  /** Runs after counters were delivered: others are held back until it ends. */
  #pause: NodeJS.Timeout | null = null;
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
    if (batch.last <= this.#received) return;
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
    if (this.#pause) clearTimeout(this.#pause);
    for (const { resolve } of this.#waiting) resolve();
    await this.#running;
  }

  /** The number of the last event that is ready or was delivered. */
  get #received(): number {
    return Math.max(this.#position, this.#ready.at(-1)?.seq ?? 0);
  }

  get #isBehind(): boolean {
    return this.#batches.length > 0 || this.#through > this.#received;
  }

  /** Whether what is ready is to be delivered now. */
  get #isDue(): boolean {
    if (this.#ready.length === 0) return false;
    if (!this.#pause || this.#waiting.length > 0 || this.#ready.length >= maxHeld) return true;
    return this.#ready.some((event) => counterKey(event) === null);
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
        if (!this.#retry && (this.#isBehind || this.#isDue)) this.#start();
      });
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      const batch = this.#batches.shift();
      if (batch) this.#take(batch);
      else if (this.#isDue || (this.#isBehind && this.#ready.length > 0)) await this.#deliverReady();
      else if (this.#isBehind) await this.#readOn();
      else return;
    }
  }

  #take(batch: EventBatch): void {
    this.#through = Math.max(this.#through, batch.last);
    // Without the events before it, this one is read together with them.
    if (!batch.events || batch.previous > this.#received) return;
    const received = this.#received;
    this.#add(
      batch.events.filter(({ seq }) => seq > received),
      batch.access_seq,
    );
  }

  async #readOn(): Promise<void> {
    const needed = await this.#options.neededAfter(this.#channel);
    const awaited = Math.min(...this.#waiting.map(({ seq }) => seq));
    this.#advance(Math.min(needed, awaited - 1, this.#through));
    if (this.#through <= this.#received) return;
    const events = await listChannelEventsAfter(this.#options.db, this.#channel, this.#received, pageSize);
    if (events.length > 0) this.#add(events, null);
    // What isn't there anymore was deleted, which takes a day.
    else this.#advance(this.#through);
  }

  #add(events: LiveEvent[], accessSeq: number | null): void {
    if (this.#ready.length === 0) this.#accessSeq = 0;
    this.#ready.push(...events);
    if (accessSeq === null || this.#accessSeq === null) this.#accessSeq = null;
    else this.#accessSeq = Math.max(this.#accessSeq, accessSeq);
  }

  async #deliverReady(): Promise<void> {
    const events = [...this.#ready];
    await this.#options.deliver(this.#channel, events, this.#accessSeq, (seq) => this.#advance(seq));
    if (!events.some((event) => counterKey(event) !== null)) return;
    if (this.#pause) clearTimeout(this.#pause);
    if (this.#isClosed) return;
    this.#pause = setTimeout(() => {
      this.#pause = null;
      if (this.#isDue) this.#start();
    }, counterInterval).unref();
  }

  #advance(seq: number): void {
    this.#position = Math.max(this.#position, seq);
    const left = this.#ready.findIndex((event) => event.seq > this.#position);
    this.#ready.splice(0, left === -1 ? this.#ready.length : left);
    if (this.#waiting.length === 0) return;
    const done = this.#waiting.filter((waiter) => waiter.seq <= this.#position);
    this.#waiting = this.#waiting.filter((waiter) => waiter.seq > this.#position);
    for (const { resolve } of done) resolve();
  }
}
