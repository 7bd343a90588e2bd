import type { Draft, DraftContent, SavedText } from '#contract/features/drafts/drafts.ts';
import { isApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import {
  fromSaved,
  fromServer,
  isEmptyText,
  type LocalDraft,
  newLocalDraft,
  toContent,
} from './local-draft.ts';

/** Milliseconds between the last key and the save on the server. */
export const saveDelay = 1_000;
const firstRetry = 3_000;
const longestRetry = 60_000;

/**
 * `saving`: the text is in the browser and about to be saved, or being saved, on the server. `waiting`: the server can't
 * be reached; the text is kept in the browser until it can. `too_long`: the text is too long for the server and is kept
 * in the browser only.
 */
export type DraftStatus = 'idle' | 'saving' | 'saved' | 'waiting' | 'too_long';

export interface DraftSyncState {
  draft: LocalDraft;
  /** Conflicting drafts of other devices. */
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

interface DraftSyncOptions {
  load: () => Promise<Draft | null>;
  save: (sent: SentDraft) => Promise<{ draft: Draft | null; accepted: boolean }>;
  /** Stores the draft in this browser; null deletes it. */
  keep: (draft: LocalDraft | null) => void;
  show: (state: DraftSyncState) => void;
  now: () => number;
}

/** A choice between conflicting drafts that the server doesn't have yet. */
interface ConflictChoice {
  /** The conflicts to discard, by `client_edited_at`; null to use one of them and keep the others. */
  discarded: ReadonlySet<string> | null;
}

/**
 * Syncs a draft with the server: saved in the browser immediately and on the server a second after the last key, one
 * save at a time. Changes of other devices arrive through `receive`. A text the author has not seen is never
 * overwritten; the server keeps it as a conflict when a save is based on an old version.
 */
export class DraftSync {
  #state: DraftSyncState;
  readonly #options: DraftSyncOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #received: { draft: Draft | null } | null = null;
  /** `client_edited_at` of a save whose response was lost; the server may have it. */
  #uncertain: string | null = null;
  #choice: ConflictChoice | null = null;
  /** Why the last save failed. */
  #failure: unknown;
  #retry = firstRetry;
  #isPosting = false;
  /** `client_edited_at` of the last text that was sent to be posted; the server may have it even if that failed. */
  #attempted: string | null = null;
  /** Counts the drafts, so that a response about an earlier one is ignored. */
  #generation = 0;
  #ended = false;

  constructor(start: LocalDraft | null, options: DraftSyncOptions) {
    this.#options = options;
    this.#state = { draft: start ?? newLocalDraft(options.now()), conflicts: [], status: 'idle' };
    if (start && !start.synced) this.#schedule(saveDelay);
  }

  get state(): DraftSyncState {
    return this.#state;
  }

  /** Applies changes and schedules a save. */
  type(changes: Partial<Omit<LocalDraft, 'client_id' | 'version' | 'client_edited_at' | 'synced'>>): void {
    const client_edited_at = new Date(this.#options.now()).toISOString();
    const status = this.#state.status === 'saved' ? 'saving' : this.#state.status;
    this.#set({ draft: { ...this.#state.draft, ...changes, client_edited_at, synced: false }, status });
    this.#schedule(saveDelay);
  }

  /** Applies the draft of the server, from a response or event. */
  receive(server: Draft | null): void {
    if (this.#ended) return;
    // While the draft is being posted, its end on the server is reported before or after the response.
    if (this.#sending || this.#isPosting) {
      this.#received = { draft: server };
      return;
    }
    const { draft } = this.#state;
    if (server === null) {
      // A repeated attempt with the same ID gets the post of the earlier one.
      if (draft.version === 0 || this.#mayBePosted) return;
      // Posted or discarded on another device. Text typed here since becomes a new draft.
      if (draft.synced) this.#adopt(newLocalDraft(this.#options.now()), []);
      else this.#set({ draft: { ...draft, version: 0, client_id: newClientId() }, conflicts: [] });
      return;
    }
    const isOlder = server.client_id === draft.client_id && server.version < draft.version;
    if (isOlder) return;
    if (server.version === draft.version && server.client_id === draft.client_id) {
      this.#set({ conflicts: this.#withoutDiscarded(server.conflicts) });
    } else if (draft.synced || isEmpty(draft)) {
      this.#adopt(fromServer(server), this.#withoutDiscarded(server.conflicts));
    } else this.#schedule(0);
  }

  /** Switches to the draft of another device; the current one becomes a conflict. */
  take(other: SavedText): void {
    const { draft } = this.#state;
    const client_edited_at = new Date(this.#options.now()).toISOString();
    this.#choice = { discarded: null };
    // With version 0 the server keeps its current draft as a conflict.
    this.#set({ draft: { ...draft, ...fromSaved(other), client_edited_at, version: 0, synced: false } });
    this.#schedule(0);
  }

  /** Discards the conflicting drafts of other devices that are shown. */
  discardConflicts(): void {
    this.#choice = { discarded: new Set(this.#state.conflicts.map((one) => one.client_edited_at)) };
    this.#set({ conflicts: [], draft: { ...this.#state.draft, synced: false } });
    this.#schedule(0);
  }

  /** The draft was changed after it was sent to be posted; continues as a new draft. */
  renew(): void {
    this.#isPosting = false;
    this.#attempted = null;
    this.#set({ draft: { ...this.#state.draft, client_id: newClientId(), version: 0, synced: false } });
    this.#schedule(saveDelay);
    this.#receiveDelayed();
  }

  /** An attempt to post this text failed, perhaps after the server had it. */
  get #mayBePosted(): boolean {
    return this.#attempted === this.#state.draft.client_edited_at;
  }

  /** Saves pending changes. Resolves to whether the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#send();
    return this.#state.draft.synced;
  }

  /**
   * Call before posting. Waits for a save in flight and stops saving until `finish`, `renew` or `cancelPosting`. A choice
   * between conflicting drafts is saved first: when a draft is posted, the server makes a conflict the next draft.
   * @throws the error of the request if the choice can't be saved
   */
  async prepareToPost(): Promise<void> {
    await this.pause();
    if (this.#choice !== null) {
      await this.flush();
      if (this.#choice !== null) throw this.#failure;
      await this.pause();
    }
    this.#isPosting = true;
    this.#attempted = this.#state.draft.client_edited_at;
  }

  /** Call if posting failed: resumes saving. */
  cancelPosting(): void {
    this.#isPosting = false;
    if (!this.#state.draft.synced) this.#schedule(0);
    this.#receiveDelayed();
  }

  /** Whether the server can't have any of the draft. */
  get isOnlyHere(): boolean {
    return this.#state.draft.version === 0 && this.#uncertain === null;
  }

  /** Stops saving until something changes; waits for a save in flight. */
  async pause(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    // If the draft was changed during the save, its response scheduled another one.
    clearTimeout(this.#timer);
  }

  /** Starts an empty draft after posting or discarding. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#received = null;
    this.#choice = null;
    this.#isPosting = false;
    this.#attempted = null;
    this.#generation += 1;
    this.#adopt(newLocalDraft(this.#options.now()), []);
  }

  /** Called when the form unmounts: saves pending changes and stops updating the state. */
  end(): void {
    void this.flush().finally(() => (this.#ended = true));
  }

  #adopt(draft: LocalDraft, conflicts: SavedText[]): void {
    this.#set({ draft, conflicts, status: draft.version > 0 ? 'saved' : 'idle' });
  }

  #set(changes: Partial<DraftSyncState>): void {
    this.#state = { ...this.#state, ...changes };
    const { draft } = this.#state;
    this.#options.keep(isEmpty(draft) && draft.synced ? null : draft);
    if (!this.#ended) this.#options.show(this.#state);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), delay);
  }

  #send(): Promise<void> {
    if (this.#sending) return this.#sending;
    if (this.#state.draft.synced || this.#isPosting || this.#ended) return Promise.resolve();
    this.#sending = this.#sendNow().finally(() => {
      this.#sending = null;
      this.#receiveDelayed();
    });
    return this.#sending;
  }

  /** Applies what arrived during a save or while posting. */
  #receiveDelayed(): void {
    const received = this.#received;
    this.#received = null;
    if (received) this.receive(received.draft);
  }

  async #sendNow(): Promise<void> {
    const generation = this.#generation;
    this.#set({ status: 'saving' });
    try {
      await this.#resolveUncertainSave();
      const sent = this.#state.draft;
      const choice = this.#choice;
      this.#uncertain = sent.client_edited_at;
      const { client_id, version, client_edited_at } = sent;
      const response = await this.#options.save({
        client_id,
        base_version: version,
        client_edited_at,
        content: toContent(sent),
        discard_conflicts: choice?.discarded != null,
      });
      this.#uncertain = null;
      if (generation !== this.#generation) return;
      if (this.#choice === choice) this.#choice = null;
      this.#retry = firstRetry;
      this.#settle(sent, response);
    } catch (error) {
      if (generation === this.#generation) this.#fail(error);
    }
  }

  /** Checks whether a save with a lost response arrived, so that it does not count as a conflict. */
  async #resolveUncertainSave(): Promise<void> {
    if (this.#uncertain === null) return;
    const server = await this.#options.load();
    if (server?.client_edited_at === this.#uncertain) {
      const conflicts = this.#withoutDiscarded(server.conflicts);
      this.#set({ draft: { ...this.#state.draft, version: server.version }, conflicts });
    }
    this.#uncertain = null;
  }

  #settle(sent: LocalDraft, response: { draft: Draft | null; accepted: boolean }): void {
    const { draft } = this.#state;
    const isUnchanged = draft === sent;
    if (response.draft === null) {
      this.#set({ draft: { ...draft, version: 0, synced: isUnchanged }, conflicts: [], status: 'idle' });
    } else if (response.accepted) {
      const { version, client_id } = response.draft;
      const conflicts = this.#withoutDiscarded(response.draft.conflicts);
      this.#set({ draft: { ...draft, version, client_id, synced: isUnchanged }, conflicts, status: 'saved' });
    } else if (isUnchanged) {
      this.#adopt(fromServer(response.draft), response.draft.conflicts);
    } else this.#set({ conflicts: this.#withoutDiscarded(response.draft.conflicts) });
    if (!isUnchanged) this.#schedule(saveDelay);
  }

  /** Returns the conflicts to show. Conflicts that the author hasn't seen cancel a choice to discard the others. */
  #withoutDiscarded(conflicts: SavedText[]): SavedText[] {
    const discarded = this.#choice?.discarded;
    if (!discarded) return conflicts;
    if (conflicts.every((one) => discarded.has(one.client_edited_at))) return [];
    this.#choice = null;
    return conflicts;
  }

  #fail(error: unknown): void {
    this.#failure = error;
    if (isApiError(error, 'draft_already_posted')) {
      const { draft } = this.#state;
      this.#uncertain = null;
      if (this.#mayBePosted) {
        this.#set({ status: 'idle' });
        return;
      }
      this.#set({ draft: { ...draft, client_id: newClientId(), version: 0 } });
      this.#schedule(saveDelay);
      return;
    }
    // A draft can only be invalid because of its length. The server measures the HTML before it shortens it.
    const isTooLong = (['post_too_long', 'invalid_input', 'body_too_large'] as const).some((code) =>
      isApiError(error, code),
    );
    this.#set({ status: isTooLong ? 'too_long' : 'waiting' });
    const isTemporary =
      error instanceof NetworkError || (isApiError(error) && (error.status >= 500 || error.status === 429));
    if (!isTemporary) return;
    this.#schedule(this.#retry);
    this.#retry = Math.min(longestRetry, this.#retry * 2);
  }
}

const isEmpty = (draft: LocalDraft): boolean => isEmptyText({ ...draft, count: draft.stored.length });
