import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import type { Attachment } from '#contract/uploads.ts';
import type { Person } from '#contract/users.ts';
import { ApiError, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { showPendingComment } from '../comments.api.ts';

/** A comment that the server has not confirmed yet. */
export interface UnsentComment {
  client_id: string;
  parent_id: string | null;
  /** The thread it belongs to; null if it starts a new one. */
  thread_id: string | null;
  reply_to: Person | null;
  body: string;
  /** An uploaded image or file. */
  attachment?: Attachment | null;
  at: string;
  /**
   * `waiting`: the server couldn't be reached; the comment is sent again automatically. `rejected`: the server rejected it
   * with this `reason`.
   */
  state: 'sending' | 'waiting' | 'rejected';
  reason: string | null;
  /** Waiting because the session has expired. */
  is_signed_out?: boolean;
}

const outboxes = new Map<string, CommentOutbox>();

/**
 * The unconfirmed comments of one user under one post. They are stored in the browser and retried with the same
 * `client_id`, so that each is created exactly once.
 */
export class CommentOutbox {
  readonly #client: QueryClient;
  readonly #postId: string;
  readonly #store: DraftStore<UnsentComment[]>;
  readonly #listeners = new Set<() => void>();
  #items: UnsentComment[];
  #held: (() => void)[] = [];

  constructor(client: QueryClient, postId: string, userId: string) {
    this.#client = client;
    this.#postId = postId;
    this.#store = new DraftStore(userId, `outbox:${postId}`);
    this.#items = (this.#store.read() ?? []).map((item) =>
      item.state === 'sending' ? { ...item, state: 'waiting' } : item,
    );
  }

  read = (): UnsentComment[] => this.#items;

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows a comment optimistically and sends it. */
  add(
    comment: Pick<
      UnsentComment,
      'client_id' | 'parent_id' | 'thread_id' | 'reply_to' | 'body' | 'attachment'
    >,
  ): void {
    const item: UnsentComment = {
      ...comment,
      at: new Date().toISOString(),
      state: 'sending',
      reason: null,
    };
    this.#set([...this.#items, item]);
    void this.#send(item);
  }

  /** Retries waiting comments; called when the connection is back. */
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
   * Defers an event about one of the user's own comments while comments are pending, since it may be one of them and
   * would show twice. Returns whether it was deferred.
   */
  defer(show: () => void): boolean {
    if (!this.#items.some(({ state }) => state !== 'rejected')) return false;
    this.#held.push(show);
    return true;
  }

  async #send({ client_id, parent_id, body, attachment }: UnsentComment): Promise<void> {
    try {
      const { comment } = await getApiClient(this.#client)('create_comment', {
        post_id: this.#postId,
        client_id,
        parent_id,
        body,
        ...(attachment ? { upload_id: attachment.id } : {}),
      });
      showPendingComment(this.#client, comment);
      this.discard(client_id);
    } catch (error) {
      const is_signed_out = isApiError(error, 'authentication_required');
      const rejected = error instanceof ApiError && error.status < 500 && !is_signed_out;
      this.#change(client_id, {
        state: rejected ? 'rejected' : 'waiting',
        reason: toMessage(error, t("Couldn't post the comment.")),
        is_signed_out,
      });
    }
  }

  #change(clientId: string, changes: Partial<UnsentComment>): void {
    this.#set(this.#items.map((item) => (item.client_id === clientId ? { ...item, ...changes } : item)));
  }

  #set(items: UnsentComment[]): void {
    this.#items = items;
    if (items.length === 0) this.#store.clear();
    else {
      this.#store.write(items);
      this.#store.flush();
    }
    if (!items.some(({ state }) => state !== 'rejected')) {
      for (const show of this.#held.splice(0)) show();
    }
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the outbox of a post. A page has one user from load to unload. */
export function getOutbox(client: QueryClient, postId: string, userId: string): CommentOutbox {
  const known = outboxes.get(postId);
  if (known) return known;
  const outbox = new CommentOutbox(client, postId, userId);
  outboxes.set(postId, outbox);
  return outbox;
}

/**
 * Defers showing one of the user's own comments until nothing is pending in the outbox of the post. Returns whether it
 * was deferred.
 */
export function deferPendingComment(postId: string, show: () => void): boolean {
  return outboxes.get(postId)?.defer(show) ?? false;
}
