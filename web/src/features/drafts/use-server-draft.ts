import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#web/lib/api-client.ts';
import { onLeave } from '#web/lib/before-sign-out.ts';
import { DraftStore, useDraft } from '#web/lib/drafts.ts';
import { DraftSync, type DraftSyncState } from './draft-sync.ts';
import { draftQuery } from './drafts.api.ts';
import { fromServer, isEmptyText, type LocalDraft, newLocalDraft } from './local-draft.ts';

const rankOf = (spaceId: string) => `post:${spaceId}`;

/**
 * What a person is writing in a space: kept in this browser as it is typed and on the server a second after, the same on
 * every device. `state` is null in the first render and until it is known whether there is a draft.
 */
export function useServerDraft(spaceId: string, userId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<DraftSyncState | null>(null);
  const sync = useRef<DraftSync | null>(null);
  const options = useMemo(() => draftQuery(spaceId), [spaceId]);
  const server = useQuery(options);

  useEffect(() => {
    const store = new DraftStore<LocalDraft>(userId, rankOf(spaceId));
    const kept = readSaved(store.read());
    const created = new DraftSync(kept, {
      load: () => client.fetchQuery({ ...options, staleTime: 0 }),
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
    // What stands here already shows at once; an empty form waits for what the server may have.
    if (kept) setState(created.state);
    const flush = () => store.flush();
    const retry = () => void created.flush();
    const stopLeaving = onLeave(() => created.flush().finally(flush));
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('online', retry);
    return () => {
      flush();
      created.end();
      stopLeaving();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('online', retry);
      sync.current = null;
    };
  }, [client, options, spaceId, userId]);

  const { data, isError } = server;
  useEffect(() => {
    const now = sync.current;
    if (!now) return;
    if (data !== undefined) now.receive(data);
    // Without an answer one writes all the same.
    if (data !== undefined || isError) setState(now.state);
  }, [data, isError]);

  const discard = async () => {
    await sync.current?.pause();
    sync.current?.finish();
    client.setQueryData(options.queryKey, null);
    await call('discard_draft', { space_id: spaceId });
  };
  const finish = () => {
    sync.current?.finish();
    client.setQueryData(options.queryKey, null);
    // A text of another device may have taken its place.
    void client.invalidateQueries({ queryKey: options.queryKey });
  };
  return { state, sync, discard, finish };
}

/** What waits to be posted, for the closed form: of this browser where the server has not got it, else the server's. */
export function useWaitingDraft(spaceId: string, userId: string): Waiting | null {
  const local = readSaved(useDraft<unknown>(userId, rankOf(spaceId), null).initial);
  const server = useQuery(draftQuery(spaceId)).data;
  const known = server === undefined || (local && !local.synced) ? local : server && fromServer(server);
  return known && !isEmptyText({ ...known, count: known.stored.length }) ? known : null;
}

type Waiting = Pick<LocalDraft, 'title' | 'body' | 'poll'>;

/** A kept text, also one of before drafts went to the server. */
function readSaved(value: unknown): LocalDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('synced' in value) return value as LocalDraft;
  const { images = [], ...old } = value as Partial<LocalDraft> & { images?: LocalDraft['stored'] };
  return { ...newLocalDraft(0), ...old, stored: images, synced: false };
}
