import type { Draft, DraftContent, SavedText } from '#contract/drafts.ts';
import { isApiError, NetworkError } from '#web/lib/api-client.ts';
import { newClientId } from '#web/lib/client-id.ts';
import {
  fromSaved,
  fromServer,
  isEmptyText,
  type LocalDraft,
  newLocalDraft,
  toContent,
} from './local-draft.ts';

/** How long after the last key a draft goes to the server, in milliseconds. */
export const saveDelay = 1_000;
const firstRetry = 3_000;
const longestRetry = 60_000;

/**
 * `waiting`: the server cannot be reached; the text is kept in the browser until it can. `too_long`: the server keeps no
 * text so long; the browser does.
 */
export type DraftStatus = 'idle' | 'saving' | 'saved' | 'waiting' | 'too_long';

export interface DraftSyncState {
  draft: LocalDraft;
  /** Texts of other devices beside it. */
  conflicts: SavedText[];
  status: DraftStatus;
}

export interface SentDraft {
  client_id: string;
  base_version: number;
  client_edited_at: string;
  content: DraftContent;
  discard_conflicts: boolean;
}

interface DraftSyncParts {
  load: () => Promise<Draft | null>;
  save: (sent: SentDraft) => Promise<{ draft: Draft | null; accepted: boolean }>;
  /** Keeps the text in this browser; null forgets it. */
  keep: (draft: LocalDraft | null) => void;
  show: (state: DraftSyncState) => void;
  now: () => number;
}

/**
 * Keeps what is typed in step with the server: in the browser at once, on the server a second after the last key, one
 * save at a time. What other devices do comes in through `receive`. No text is ever replaced by one that its writer has
 * not seen, without being kept beside it (the server does that for a save on an old version).
 */
export class DraftSync {
  #state: DraftSyncState;
  readonly #parts: DraftSyncParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #received: { draft: Draft | null } | null = null;
  /** When the text was typed whose save got no answer: the server may have it. */
  #uncertain: string | null = null;
  #dropOthers = false;
  #retry = firstRetry;
  #ended = false;

  constructor(start: LocalDraft | null, parts: DraftSyncParts) {
    this.#parts = parts;
    this.#state = { draft: start ?? newLocalDraft(parts.now()), conflicts: [], status: 'idle' };
    if (start && !start.synced) this.#schedule(saveDelay);
  }

  get state(): DraftSyncState {
    return this.#state;
  }

  /** Something was typed. */
  type(changes: Partial<Omit<LocalDraft, 'client_id' | 'version' | 'client_edited_at' | 'synced'>>): void {
    const client_edited_at = new Date(this.#parts.now()).toISOString();
    this.#set({ draft: { ...this.#state.draft, ...changes, client_edited_at, synced: false } });
    this.#schedule(saveDelay);
  }

  /** What the server has now, heard or read. */
  receive(server: Draft | null): void {
    if (this.#ended) return;
    if (this.#sending) {
      this.#received = { draft: server };
      return;
    }
    const { draft } = this.#state;
    if (server === null) {
      if (draft.version === 0) return;
      // Posted or thrown away on another device. What was typed here since begins a draft of its own.
      if (draft.synced) this.#adopt(newLocalDraft(this.#parts.now()), []);
      else this.#set({ draft: { ...draft, version: 0, client_id: newClientId() }, conflicts: [] });
      return;
    }
    const isOlder = server.client_id === draft.client_id && server.version < draft.version;
    if (isOlder) return;
    if (server.version === draft.version && server.client_id === draft.client_id) {
      this.#set({ conflicts: server.conflicts });
    } else if (draft.synced || isEmpty(draft)) {
      this.#adopt(fromServer(server), server.conflicts);
    } else this.#schedule(0);
  }

  /** Takes a text of another device; the one that stood lies beside it then. */
  take(other: SavedText): void {
    const { draft } = this.#state;
    const client_edited_at = new Date(this.#parts.now()).toISOString();
    // On no version: the server puts aside what it has.
    this.#set({ draft: { ...draft, ...fromSaved(other), client_edited_at, version: 0, synced: false } });
    this.#schedule(0);
  }

  /** The texts of other devices are not wanted. */
  dropOthers(): void {
    this.#dropOthers = true;
    this.#set({ conflicts: [], draft: { ...this.#state.draft, synced: false } });
    this.#schedule(0);
  }

  /** A draft sent as a post had been changed after an earlier sending arrived: it goes on under another id. */
  renew(): void {
    this.#set({ draft: { ...this.#state.draft, client_id: newClientId(), version: 0, synced: false } });
    this.#schedule(saveDelay);
  }

  /** Saves what waits; answers whether the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (!this.#state.draft.synced && !this.#ended) await this.#send();
    return this.#state.draft.synced;
  }

  /** Nothing more is saved until something is typed; a save on its way is waited for. */
  async pause(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
  }

  /** The draft has been posted or thrown away. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#received = null;
    this.#adopt(newLocalDraft(this.#parts.now()), []);
  }

  /** The form is gone: what waits goes at once, and nothing is shown any more. */
  end(): void {
    if (!this.#state.draft.synced) void this.flush().finally(() => (this.#ended = true));
    else this.#ended = true;
  }

  #adopt(draft: LocalDraft, conflicts: SavedText[]): void {
    this.#set({ draft, conflicts, status: draft.version > 0 ? 'saved' : 'idle' });
  }

  #set(changes: Partial<DraftSyncState>): void {
    this.#state = { ...this.#state, ...changes };
    const { draft } = this.#state;
    this.#parts.keep(isEmpty(draft) && draft.synced ? null : draft);
    if (!this.#ended) this.#parts.show(this.#state);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delay);
  }

  #send(): Promise<void> {
    if (this.#sending) return this.#sending;
    if (this.#state.draft.synced || this.#ended) return Promise.resolve();
    this.#sending = this.#sendNow().finally(() => {
      this.#sending = null;
      const received = this.#received;
      this.#received = null;
      if (received) this.receive(received.draft);
    });
    return this.#sending;
  }

  async #sendNow(): Promise<void> {
    this.#set({ status: 'saving' });
    try {
      await this.#learnOfUncertain();
      const sent = this.#state.draft;
      const discard_conflicts = this.#dropOthers;
      this.#uncertain = sent.client_edited_at;
      const { client_id, version, client_edited_at } = sent;
      const response = await this.#parts.save({
        client_id,
        base_version: version,
        client_edited_at,
        content: toContent(sent),
        discard_conflicts,
      });
      this.#uncertain = null;
      this.#dropOthers = false;
      this.#retry = firstRetry;
      this.#settle(sent, response);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A save without an answer may have arrived: then its text is no other device's. */
  async #learnOfUncertain(): Promise<void> {
    if (this.#uncertain === null) return;
    const server = await this.#parts.load();
    if (server?.client_edited_at === this.#uncertain) {
      this.#set({ draft: { ...this.#state.draft, version: server.version } });
    }
    this.#uncertain = null;
  }

  #settle(sent: LocalDraft, response: { draft: Draft | null; accepted: boolean }): void {
    const { draft } = this.#state;
    const isUnchanged = draft === sent;
    if (response.draft === null) {
      this.#set({ draft: { ...draft, version: 0, synced: isUnchanged }, conflicts: [], status: 'idle' });
    } else if (response.accepted) {
      const { version, client_id, conflicts } = response.draft;
      this.#set({ draft: { ...draft, version, client_id, synced: isUnchanged }, conflicts, status: 'saved' });
    } else if (isUnchanged) {
      this.#adopt(fromServer(response.draft), response.draft.conflicts);
    } else this.#set({ conflicts: response.draft.conflicts });
    if (!isUnchanged) this.#schedule(saveDelay);
  }

  #fail(error: unknown): void {
    if (isApiError(error, 'draft_already_posted')) {
      const { draft } = this.#state;
      this.#uncertain = null;
      this.#set({ draft: { ...draft, client_id: newClientId(), version: 0 } });
      this.#schedule(saveDelay);
      return;
    }
    this.#set({ status: isApiError(error, 'post_too_long') ? 'too_long' : 'waiting' });
    const isPassing =
      error instanceof NetworkError || (isApiError(error) && (error.status >= 500 || error.status === 429));
    if (!isPassing) return;
    this.#schedule(this.#retry);
    this.#retry = Math.min(longestRetry, this.#retry * 2);
  }
}

const isEmpty = (draft: LocalDraft): boolean => isEmptyText({ ...draft, count: draft.stored.length });
