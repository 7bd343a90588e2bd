import { ApiError, isApiError, NetworkError, retryAfterOf } from '../api/api-client.ts';
import { toMessage } from '../api/error-messages.ts';
import { announceOutboxChange, onOutboxChangeElsewhere, withSenderLock } from './one-sender.ts';
import { outboxTable } from './outbox-table.ts';
import type { StoredItem } from './stored-item.ts';

/** The state of an item that the server has not confirmed yet. */
export interface PendingState {
  /** The server creates one item per client ID. */
  client_id: string;
  at: string;
  /**
   * `sending`: it is its turn, or waits for earlier items; `waiting`: the server couldn't be reached, and it is sent again
   * automatically; `failed`: the server has responded with errors, and it is sent again only after a reconnect or `retry`;
   * `rejected`: the server rejected it with this `reason`.
   */
  state: 'sending' | 'waiting' | 'failed' | 'rejected';
  reason: string | null;
  /** Waiting because the session has expired. */
  is_signed_out?: boolean;
}
/** An item that the server has not confirmed yet. */
export type Pending<Content extends object> = Content & PendingState;

/** When items are sent again after an attempt that failed. */
export interface RetryPolicy {
  /** Milliseconds before each further attempt. */
  delays: readonly number[];
  /**
   * Milliseconds between the attempts after these; null makes no further ones, and the items count as failed. While the server
   * can't be reached, they wait in any case.
   */
  later: number | null;
}

/** Milliseconds between two attempts while the server can't be reached. */
const offlineDelay = 15_000;
/** With a live connection, requests that don't reach the server count as failed after this time, in milliseconds. */
const offlinePatience = 60_000;

export interface OutboxOptions<Content extends object> {
  userId: string;
  /** What the items belong to, such as `message:{conversation_id}`. */
  list: string;
  /**
   * Creates the item on the server and shows it in its list. Called again with the same `client_id` after a failure.
   * `keep` stores a part that is done, such as an uploaded file, so that it isn't repeated.
   */
  send: (item: Pending<Content>, keep: (content: Content) => Promise<void>) => Promise<void>;
  /** The reason that is shown if an error has no message. */
  failure: string;
  retry: RetryPolicy;
}

/** Why the first item couldn't be sent; the items after it wait for it. */
interface Interruption {
  attempts: number;
  /** Since when the server can't be reached, in milliseconds since 1970; null if it has responded. */
  unreachable_since: number | null;
  reason: string;
  is_signed_out: boolean;
  /** Milliseconds during which the server accepts nothing more; null if it didn't say. */
  pause: number | null;
}

/** Responses that say "not now": too many requests, and a request that took too long to arrive. */
const passingStatuses: ReadonlySet<number> = new Set([408, 429]);

/** Returns the `retry_after` of such a response in milliseconds; null without one. */
function toPause(error: unknown): number | null {
  return error instanceof ApiError && passingStatuses.has(error.status) ? retryAfterOf(error) : null;
}

/** Returns whether sending the same again can't help. */
const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status < 500 &&
  !passingStatuses.has(error.status) &&
  !isApiError(error, 'authentication_required');

/**
 * A user's own items of a list that are being sent: one after the other, in their order, by one tab of the browser. They
 * are stored in the browser and sent again with the same `client_id`, so that each is created exactly once. A rejected item
 * doesn't hold up the others.
 */
export class Outbox<Content extends object> {
  readonly #options: OutboxOptions<Content>;
  readonly #listeners = new Set<() => void>();
  #stored: StoredItem[] = [];
  /** Items that are being written to the table. */
  #adding: StoredItem[] = [];
  #items: Pending<Content>[] = [];
  #interruption: Interruption | null = null;
  /** Whether there is a live connection; null if it isn't known. */
  #isConnected: boolean | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #deferred: (() => void)[] = [];
  /** Resolves once the items of an earlier page are known. */
  readonly ready: Promise<void>;

  constructor(options: OutboxOptions<Content>) {
    this.#options = options;
    onOutboxChangeElsewhere((list) => {
      // That tab may be closed before it has sent everything.
      if (list === this.#options.list) void this.#reload().then(() => this.#run());
    });
    this.ready = this.#reload();
    void this.ready.then(() => this.#run());
  }

  read = (): Pending<Content>[] => this.#items;

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Shows an item optimistically and sends it. Returns whether it is stored, so that its draft can be deleted. Rejects if the
   * browser has no room for it.
   */
  async add(content: Content & { client_id: string }): Promise<boolean> {
    const { userId, list } = this.#options;
    const { client_id, ...rest } = content;
    const item: StoredItem = {
      client_id,
      user_id: userId,
      list,
      at: new Date().toISOString(),
      rejection: null,
      content: rest,
    };
    if (!this.#isPaused()) this.#interruption = null;
    this.#adding = [...this.#adding, item];
    this.#show();
    let isStored: boolean;
    try {
      isStored = await (await outboxTable()).add(item);
      await this.#reload();
    } finally {
      this.#adding = this.#adding.filter((one) => one !== item);
      this.#show();
    }
    announceOutboxChange(list);
    // It may have been tried already, with the items before it.
    if (this.#interruption === null) void this.#run();
    return isStored;
  }

  /** Notes whether there is a live connection to the server. Sends what waits when it is back. */
  setConnected(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    if (this.#interruption === null) return;
    if (isConnected && !this.#isPaused()) {
      this.#interruption = null;
      void this.#run();
    }
    this.#show();
  }

  /** Sends a rejected item again, or everything that waits. */
  async retry(clientId: string): Promise<void> {
    const item = this.#items.find(({ client_id }) => client_id === clientId);
    if (!item || item.state === 'sending') return;
    this.#interruption = null;
    if (item.state === 'rejected') await this.#change(clientId, { rejection: null });
    else this.#show();
    void this.#run();
  }

  /** Removes an item: the user gives it up, or the server has confirmed it in another way. */
  async discard(clientId: string): Promise<void> {
    this.#stored = this.#stored.filter(({ client_id }) => client_id !== clientId);
    this.#adding = this.#adding.filter(({ client_id }) => client_id !== clientId);
    this.#show();
    await (await outboxTable()).remove(clientId);
    // The items may have been read meanwhile.
    this.#stored = this.#stored.filter(({ client_id }) => client_id !== clientId);
    this.#show();
    announceOutboxChange(this.#options.list);
  }

  /**
   * Defers an event about one of the user's own items while some are pending, since it may be one of them and would
   * show twice. Returns whether it was deferred.
   */
  defer(show: () => void): boolean {
    if (!this.#items.some(({ state }) => state !== 'rejected')) return false;
    this.#deferred.push(show);
    return true;
  }

  async #change(clientId: string, changes: Partial<StoredItem>): Promise<void> {
    await (await outboxTable()).change(clientId, changes);
    await this.#reload();
    announceOutboxChange(this.#options.list);
  }

  async #reload(): Promise<void> {
    const { userId, list } = this.#options;
    this.#stored = await (await outboxTable()).list(userId, list);
    this.#show();
  }

  #isPaused(): boolean {
    return this.#interruption !== null && this.#interruption.pause !== null;
  }

  /** Sends the items in their order until the server can't be reached or asks to wait. */
  async #run(): Promise<void> {
    if (this.#isRunning || this.#isPaused()) return;
    this.#isRunning = true;
    clearTimeout(this.#timer);
    try {
      await withSenderLock(this.#options.list, async () => {
        // Another tab may have sent some of them meanwhile.
        await this.#reload();
        for (;;) {
          const next = this.#stored.find(({ rejection }) => rejection === null);
          if (!next || !(await this.#send(next))) return;
        }
      });
    } finally {
      this.#isRunning = false;
    }
    const isInterrupted = this.#interruption !== null;
    if (!isInterrupted && this.#stored.some(({ rejection }) => rejection === null)) void this.#run();
  }

  /** Returns whether the next item can be sent. */
  async #send(stored: StoredItem): Promise<boolean> {
    const { send, failure } = this.#options;
    const { client_id } = stored;
    try {
      await send(this.#toPending(stored), (content) => this.#change(client_id, { content }));
      this.#interruption = null;
      await this.discard(client_id);
      return true;
    } catch (error) {
      const reason = toMessage(error, failure);
      if (isRejection(error)) {
        await this.#change(client_id, { rejection: reason });
        return true;
      }
      const last = this.#interruption;
      const isUnreachable = error instanceof NetworkError;
      // Errors of the server are counted apart from requests that never reached it.
      const isSameKind = last !== null && (last.unreachable_since !== null) === isUnreachable;
      this.#interrupt({
        reason,
        is_signed_out: isApiError(error, 'authentication_required'),
        attempts: (isSameKind ? last.attempts : 0) + 1,
        unreachable_since: isUnreachable ? (last?.unreachable_since ?? Date.now()) : null,
        pause: toPause(error),
      });
      return false;
    }
  }

  #interrupt(interruption: Interruption): void {
    const { delays, later } = this.#options.retry;
    this.#interruption = interruption;
    const { attempts, pause } = interruption;
    const usual = delays[attempts - 1] ?? later ?? (this.#isOffline(interruption) ? offlineDelay : null);
    const delay = pause === null ? usual : Math.max(pause, usual ?? delays.at(-1) ?? 0);
    const again = () => {
      this.#interruption = { ...interruption, pause: null };
      void this.#run();
    };
    if (delay !== null) this.#timer = setTimeout(again, delay);
    this.#show();
  }

  /** Whether the reason is that this browser has no connection, rather than one that drops the requests. */
  #isOffline({ unreachable_since }: Interruption): boolean {
    if (unreachable_since === null) return false;
    const isConnected = this.#isConnected !== false && navigator.onLine;
    return !isConnected || Date.now() - unreachable_since < offlinePatience;
  }

  #toPending({ client_id, at, rejection, content }: StoredItem): Pending<Content> {
    const pending = { ...(content as Content), client_id, at };
    if (rejection !== null) return { ...pending, state: 'rejected', reason: rejection };
    const interruption = this.#interruption;
    if (!interruption) return { ...pending, state: 'sending', reason: null };
    const { attempts, reason, is_signed_out, pause } = interruption;
    const { delays, later } = this.#options.retry;
    const isTriedAgain =
      attempts <= delays.length || later !== null || pause !== null || this.#isOffline(interruption);
    const state = isTriedAgain ? 'waiting' : 'failed';
    return { ...pending, state, reason, is_signed_out };
  }

  #show(): void {
    const known = new Set(this.#stored.map(({ client_id }) => client_id));
    const all = [...this.#stored, ...this.#adding.filter(({ client_id }) => !known.has(client_id))];
    this.#items = all.map((item) => this.#toPending(item));
    if (!this.#items.some(({ state }) => state !== 'rejected')) {
      for (const show of this.#deferred.splice(0)) show();
    }
    for (const listener of this.#listeners) listener();
  }
}
