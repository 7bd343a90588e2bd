import { ApiError, isApiError } from '../api/api-client.ts';
import { toMessage } from '../api/error-messages.ts';
import type { DraftStore } from '../cache/drafts.ts';

/** The state of an item that the server has not confirmed yet. */
export interface PendingState {
  /** The server creates one item per client ID. */
  client_id: string;
  at: string;
  /**
   * `waiting`: the server couldn't be reached; the item is sent again automatically. `rejected`: the server rejected it
   * with this `reason`.
   */
  state: 'sending' | 'waiting' | 'rejected';
  reason: string | null;
  /** Waiting because the session has expired. */
  is_signed_out?: boolean;
}
/** An item that the server has not confirmed yet. */
export type Pending<Content extends object> = Content & PendingState;

interface OutboxOptions<Content extends object> {
  store: DraftStore<Pending<Content>[]>;
  /** Creates the item on the server and shows it in its list. Called again with the same `client_id` after a failure. */
  send: (item: Pending<Content>) => Promise<void>;
  /** The reason that is shown if an error has no message. */
  failure: string;
}

/**
 * A user's own items of a list that are being sent. They are stored in the browser and retried with the same
 * `client_id`, so that each is created exactly once.
 */
export class Outbox<Content extends object> {
  readonly #options: OutboxOptions<Content>;
  readonly #listeners = new Set<() => void>();
  #items: Pending<Content>[];
  #deferred: (() => void)[] = [];

  constructor(options: OutboxOptions<Content>) {
    this.#options = options;
    this.#items = (options.store.read() ?? []).map((item) =>
      item.state === 'sending' ? { ...item, state: 'waiting' } : item,
    );
  }

  read = (): Pending<Content>[] => this.#items;

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows an item optimistically and sends it. */
  add(content: Content & { client_id: string }): void {
    const item: Pending<Content> = {
      ...content,
      at: new Date().toISOString(),
      state: 'sending',
      reason: null,
    };
    this.#set([...this.#items, item]);
    void this.#send(item);
  }

  /** Retries waiting items; called when the connection is back. */
  resume(): void {
    for (const item of this.#items) if (item.state === 'waiting') this.retry(item.client_id);
  }

  retry(clientId: string): void {
    const item = this.#items.find(({ client_id }) => client_id === clientId);
    if (!item || item.state === 'sending') return;
    this.#change(clientId, { state: 'sending', reason: null });
    void this.#send(item);
  }

  discard(clientId: string): void {
    this.#set(this.#items.filter(({ client_id }) => client_id !== clientId));
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

  async #send(item: Pending<Content>): Promise<void> {
    try {
      await this.#options.send(item);
      this.discard(item.client_id);
    } catch (error) {
      const is_signed_out = isApiError(error, 'authentication_required');
      const isRejected = error instanceof ApiError && error.status < 500 && !is_signed_out;
      this.#change(item.client_id, {
        state: isRejected ? 'rejected' : 'waiting',
        reason: toMessage(error, this.#options.failure),
        is_signed_out,
      });
    }
  }

  #change(clientId: string, changes: Partial<PendingState>): void {
    this.#set(this.#items.map((item) => (item.client_id === clientId ? { ...item, ...changes } : item)));
  }

  #set(items: Pending<Content>[]): void {
    this.#items = items;
    const { store } = this.#options;
    if (items.length === 0) store.clear();
    else {
      store.write(items);
      store.flush();
    }
    if (!items.some(({ state }) => state !== 'rejected')) {
      for (const show of this.#deferred.splice(0)) show();
    }
    for (const listener of this.#listeners) listener();
  }
}
