import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#web/lib/api/api-client.ts';
import { DraftStore, useDraft } from '#web/lib/cache/drafts.ts';
import { onReconnect } from '#web/lib/live/reconnect.ts';
import { beforeSignOut } from '#web/lib/session/before-sign-out.ts';
import { DraftSync, type DraftSyncState } from './draft-sync.ts';
import { draftQuery } from './drafts.api.ts';
import { fromServer, isEmptyText, type LocalDraft, newLocalDraft } from './local-draft.ts';

const draftKeyOf = (spaceId: string) => `post:${spaceId}`;

/**
 * The user's post draft in a space: saved in this browser while typing and on the server a second later, and shared
 * across devices. `state` is null in the first render and until it is known whether there is a draft.
 */
export function useServerDraft(spaceId: string, userId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<DraftSyncState | null>(null);
  const sync = useRef<DraftSync | null>(null);
  const options = useMemo(() => draftQuery(spaceId), [spaceId]);
  const server = useQuery(options);

  useEffect(() => {
    const store = new DraftStore<LocalDraft>(userId, draftKeyOf(spaceId));
    const saved = readSaved(store.read());
    const created = new DraftSync(saved, {
      load: async () => (await call('get_draft', { space_id: spaceId })).draft,
      save: async (sent) => {
        const response = await call('save_draft', { space_id: spaceId, ...sent });
        await client.cancelQueries({ queryKey: options.queryKey });
        client.setQueryData(options.queryKey, response.draft);
        return response;
      },
      keep: (draft) => {
        if (draft === null) store.clear();
        else store.write(draft);
      },
      show: setState,
      now: Date.now,
    });
    sync.current = created;
    // A local draft is shown right away; an empty form waits for the server.
    if (saved) setState(created.state);
    const flush = () => store.flush();
    const retry = () => void created.flush();
    const unregister = beforeSignOut(() => created.flush().finally(flush));
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    const stopRetrying = onReconnect(retry);
    return () => {
      flush();
      created.end();
      unregister();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      stopRetrying();
      sync.current = null;
    };
  }, [client, options, spaceId, userId]);

  const { data, isError } = server;
  useEffect(() => {
    const now = sync.current;
    if (!now) return;
    if (data !== undefined) now.receive(data);
    // If the request fails, the form opens anyway.
    if (data !== undefined || isError) setState(now.state);
  }, [data, isError]);

  /** Discards the draft here and on the server. Rejects if the server has it and can't be reached; the text is kept. */
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
    const { client_id } = posted.state.draft;
    posted.finish();
    // The form was closed and opened again while the post was being sent.
    const reopened = sync.current;
    if (reopened && reopened !== posted && reopened.state.draft.client_id === client_id) reopened.finish();
    client.setQueryData(options.queryKey, null);
    // A conflicting draft of another device may have become the current one.
    void client.invalidateQueries({ queryKey: options.queryKey });
  };
  return { state, sync, discard, finish };
}

/**
 * The unposted draft for the collapsed composer: the local one if it is not synced, otherwise the one on the server.
 */
export function useWaitingDraft(spaceId: string, userId: string): Waiting | null {
  const local = readSaved(useDraft<unknown>(userId, draftKeyOf(spaceId), null).initial);
  const server = useQuery(draftQuery(spaceId)).data;
  const known = server === undefined || (local && !local.synced) ? local : server && fromServer(server);
  return known && !isEmptyText({ ...known, count: known.stored.length }) ? known : null;
}

type Waiting = Pick<LocalDraft, 'title' | 'body' | 'poll'>;

/** Parses a stored draft, including the format used before drafts were saved on the server. */
function readSaved(value: unknown): LocalDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('synced' in value) return value as LocalDraft;
  const { images = [], ...old } = value as Partial<LocalDraft> & { images?: LocalDraft['stored'] };
  return { ...newLocalDraft(0), ...old, stored: images, synced: false };
}
