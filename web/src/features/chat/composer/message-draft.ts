import type { QueryClient } from '@tanstack/react-query';
import type { MessageDraft } from '#contract/features/drafts/drafts.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { apiQuery, getApiClient } from '#web/lib/cache/query-client.ts';

/** The viewer's draft in a conversation, as the server has it. */
export const messageDraftQuery = (conversationId: string) =>
  apiQuery('get_message_draft', { conversation_id: conversationId }, ({ draft }) => draft);

/** What is typed in a conversation and not sent yet. */
export interface LocalMessageDraft {
  /** The message is sent with this ID, so that it is created once, although its draft may survive it. */
  client_id: string;
  content: string;
  reply_to_id: string | null;
  /** The version of the server that it is based on. */
  version: number;
  edited_at: string;
  /** Whether the server has it. Others are kept at sign-out. */
  synced: boolean;
}

/** Milliseconds between the last key and the save on the server. */
const saveDelay = 1_000;

export const newLocalDraft = (): LocalMessageDraft => ({
  client_id: newClientId(),
  content: '',
  reply_to_id: null,
  version: 0,
  edited_at: new Date(0).toISOString(),
  synced: true,
});

const fromServer = ({
  client_id,
  content,
  reply_to_id,
  version,
  client_edited_at,
}: MessageDraft): LocalMessageDraft => ({
  client_id,
  content,
  reply_to_id,
  version,
  edited_at: client_edited_at,
  synced: true,
});

/**
 * The draft of a message: in the browser with each key, on the server a second after the last one. The text that was edited
 * last wins on all devices.
 */
export class MessageDraftSync {
  readonly #client: QueryClient;
  readonly #conversationId: string;
  readonly #store: DraftStore<LocalMessageDraft>;
  readonly #listeners = new Set<() => void>();
  #draft: LocalMessageDraft;
  /** Drafts that were sent from here: the server has them until it has the message. */
  readonly #taken = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;

  constructor(client: QueryClient, conversationId: string, userId: string) {
    this.#client = client;
    this.#conversationId = conversationId;
    this.#store = new DraftStore(userId, `message:${conversationId}`);
    this.#draft = this.#store.read() ?? newLocalDraft();
    if (!this.#draft.synced) this.#schedule();
  }

  read = (): LocalMessageDraft => this.#draft;

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes what is typed. */
  type(changes: Partial<Pick<LocalMessageDraft, 'content' | 'reply_to_id'>>): void {
    const edited_at = new Date().toISOString();
    this.#set({ ...this.#draft, ...changes, edited_at, synced: false });
    this.#schedule();
  }

  /** Takes over the draft of another device if it was edited later; null if it was sent or discarded there. */
  receive(draft: MessageDraft | null): void {
    const { version, synced, edited_at } = this.#draft;
    if (draft === null) {
      if (synced && version > 0) this.#set(newLocalDraft());
      return;
    }
    if (this.#taken.has(draft.client_id) || draft.version <= version) return;
    if (synced || draft.client_edited_at > edited_at) this.#set(fromServer(draft));
    else this.#draft = { ...this.#draft, version: draft.version };
  }

  /** Empties the form, because its text was handed over to be sent. Returns a function that restores it if that fails. */
  take(): () => void {
    const taken = this.#draft;
    clearTimeout(this.#timer);
    this.#taken.add(taken.client_id);
    const { queryKey } = messageDraftQuery(this.#conversationId);
    const cached = this.#client.getQueryData(queryKey);
    // The form would receive it again when the conversation is opened the next time.
    void this.#client.cancelQueries({ queryKey });
    if (cached) this.#client.setQueryData(queryKey, null);
    this.#draft = newLocalDraft();
    for (const listener of this.#listeners) listener();
    return () => {
      this.#taken.delete(taken.client_id);
      if (cached) this.#client.setQueryData(queryKey, cached);
      if (this.#draft.content === '') this.#set(taken);
    };
  }

  /**
   * Separates the form from messages that are being sent, by an earlier page or another tab. A text that was changed since
   * stays, as that of a new message.
   */
  leaveOut(clientIds: readonly string[]): void {
    for (const id of clientIds) this.#taken.add(id);
    if (!this.#taken.has(this.#draft.client_id)) return;
    if (this.#draft.synced) this.#set(newLocalDraft());
    else this.#set({ ...this.#draft, client_id: newClientId(), version: 0 });
  }

  /** Deletes what is stored of a text that is now in the outbox. */
  forget(clientId: string): void {
    if (this.#store.read()?.client_id === clientId) this.#store.clear();
  }

  /** Deletes the draft of a message that was given up: the server has it until it has the message. */
  async drop(clientId: string): Promise<void> {
    this.#taken.add(clientId);
    this.forget(clientId);
    const key = { conversation_id: this.#conversationId, client_id: clientId };
    await getApiClient(this.#client)('discard_message_draft', key).catch(() => {
      // Without a connection, the text is in the field again when the conversation is opened the next time.
    });
  }

  #set(draft: LocalMessageDraft): void {
    this.#draft = draft;
    if (draft.content === '' && draft.reply_to_id === null && draft.synced) this.#store.clear();
    else this.#store.write(draft);
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), saveDelay);
  }

  /** Saves what the server doesn't have yet. Without a connection, the next key tries again. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#store.flush();
    const sent = this.#draft;
    if (sent.synced || this.#isSaving) return;
    this.#isSaving = true;
    try {
      const { draft, accepted } = await getApiClient(this.#client)('save_message_draft', {
        conversation_id: this.#conversationId,
        client_id: sent.client_id,
        base_version: sent.version,
        client_edited_at: sent.edited_at,
        content: sent.content,
        reply_to_id: sent.reply_to_id,
      });
      this.#settle(sent, draft, accepted);
    } catch (error) {
      // The text was sent from another device or tab.
      if (error instanceof ApiError && error.code === 'draft_already_posted' && this.#draft === sent)
        this.#set(newLocalDraft());
    } finally {
      this.#isSaving = false;
    }
  }

  #settle(sent: LocalMessageDraft, draft: MessageDraft | null, accepted: boolean): void {
    const isSame = this.#draft === sent;
    if (draft && !accepted && isSame) this.#set(fromServer(draft));
    else if (isSame) this.#set(draft ? { ...sent, version: draft.version, synced: true } : newLocalDraft());
    else if (this.#draft.client_id === sent.client_id) {
      this.#draft = { ...this.#draft, version: draft?.version ?? 0 };
      this.#schedule();
    } else if (!this.#draft.synced) this.#schedule();
  }
}
