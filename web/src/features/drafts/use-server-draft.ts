import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SavedText } from '#contract/features/drafts/drafts.ts';
import { call } from '#web/lib/api/api-client.ts';
import { DraftStore, flushOnLeave } from '#web/lib/cache/drafts.ts';
import type { Attempt, DraftStorage } from '#web/lib/drafted-form/draft-storage.ts';
import { onReconnect } from '#web/lib/live/reconnect.ts';
import { beforeSignOut } from '#web/lib/session/before-sign-out.ts';
import { saveDraft } from './draft-saves.ts';
import { type DraftStatus, DraftSync, type DraftSyncState } from './draft-sync.ts';
import { draftQuery } from './drafts.api.ts';
import type { LocalDraft } from './local-draft.ts';
import { draftKeyOf, readSaved } from './saved-draft.ts';

/** The sync of the user's draft in a space with the server while the form is open; null in the first render. */
function useDraftSync(spaceId: string, userId: string, show: (state: DraftSyncState) => void) {
  const client = useQueryClient();
  const sync = useRef<DraftSync | null>(null);
  useEffect(() => {
    const store = new DraftStore<LocalDraft>(userId, draftKeyOf(spaceId));
    const saved = readSaved(store.read());
    const created = new DraftSync(saved, {
      load: async () => (await call('get_draft', { space_id: spaceId })).draft,
      save: (sent) => saveDraft(client, spaceId, sent),
      keep: (draft) => {
        if (draft === null) store.clear();
        else store.write(draft);
      },
      show,
      now: Date.now,
    });
    sync.current = created;
    // A local draft is shown right away; an empty form waits for the server.
    if (saved) show(created.state);
    const unregister = beforeSignOut(() => created.flush().finally(() => store.flush()));
    const stopFlushing = flushOnLeave(store);
    const stopRetrying = onReconnect(() => void created.flush());
    return () => {
      stopFlushing();
      created.end();
      unregister();
      stopRetrying();
      sync.current = null;
    };
  }, [client, spaceId, userId, show]);
  return sync;
}

export interface ServerDraft extends DraftStorage<LocalDraft> {
  /** Conflicting drafts of other devices. */
  conflicts: readonly SavedText[];
  status: DraftStatus;
  /** There is something to discard, here or on the server. */
  canDiscard: boolean;
  /** Switches to a conflicting draft; the current one becomes a conflict. */
  take: (other: SavedText) => void;
  discardConflicts: () => void;
}

async function startPosting(
  posting: DraftSync | null,
  sent: LocalDraft,
  finish: (posted: DraftSync) => void,
): Promise<Attempt<LocalDraft>> {
  if (!posting) throw new Error('No draft is open');
  try {
    await posting.prepareToPost();
  } catch (error) {
    posting.cancelPosting();
    throw error;
  }
  // A save can change the id: the server had the same text from another device.
  const saved = posting.state.draft;
  const { client_id } = saved.body === sent.body && saved.title === sent.title ? saved : sent;
  return {
    values: sent,
    clientId: client_id,
    finish: () => {
      const isChanged = posting.state.draft.client_edited_at !== sent.client_edited_at;
      if (isChanged) posting.renew();
      else finish(posting);
      return { isChanged };
    },
    continueAsNew: () => posting.renew(),
    cancel: () => posting.cancelPosting(),
  };
}

/**
 * The user's post draft in a space: saved in this browser while typing and on the server a second later, and shared
 * across devices.
 */
export function useServerDraft(spaceId: string, userId: string): ServerDraft {
  const client = useQueryClient();
  const [state, setState] = useState<DraftSyncState | null>(null);
  const sync = useDraftSync(spaceId, userId, setState);
  const options = useMemo(() => draftQuery(spaceId), [spaceId]);
  const server = useQuery(options);

  const { data, isError } = server;
  useEffect(() => {
    const now = sync.current;
    if (!now) return;
    if (data !== undefined) now.receive(data);
    // If the request fails, the form opens anyway.
    if (data !== undefined || isError) setState(now.state);
  }, [data, isError, sync]);

  const discard = async () => {
    const discarded = sync.current;
    await discarded?.pause();
    const isOnServer = client.getQueryData(options.queryKey) !== null || !discarded?.isOnlyHere;
    try {
      if (isOnServer) await call('discard_draft', { space_id: spaceId });
    } catch (error) {
      void discarded?.flush();
      throw error;
    }
    discarded?.finish();
    client.setQueryData(options.queryKey, null);
  };
  /** Starts an empty draft after `posted` was posted. */
  const finish = (posted: DraftSync) => {
    const { client_id, client_edited_at } = posted.state.draft;
    posted.finish();
    // The form was closed and opened again while the post was being sent.
    const reopened = sync.current;
    if (reopened && reopened.state.draft.client_id === client_id) {
      if (reopened.state.draft.client_edited_at === client_edited_at) reopened.finish();
      else reopened.renew();
    }
    client.setQueryData(options.queryKey, null);
    // A conflicting draft of another device may have become the current one.
    void client.invalidateQueries({ queryKey: options.queryKey });
  };
  const draft = state?.draft ?? null;
  return {
    values: draft,
    isRestored: false,
    change: (changes) => sync.current?.type(changes),
    discard,
    startSending: (sent) => startPosting(sync.current, sent, finish),
    conflicts: state?.conflicts ?? [],
    status: state?.status ?? 'idle',
    canDiscard: draft !== null && (draft.version > 0 || !draft.synced),
    take: (other) => sync.current?.take(other),
    discardConflicts: () => sync.current?.discardConflicts(),
  };
}
