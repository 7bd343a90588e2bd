import { beforeEach, expect, it, vi } from 'vitest';
import type { Draft } from '#contract/features/drafts/drafts.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { announceDuringSave, saveDraft } from './draft-saves.ts';
import type { SentDraft } from './draft-sync.ts';
import { draftQuery } from './drafts.api.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

const sent = { client_id: 'c1', base_version: 1, discard_conflicts: false } as SentDraft;
const key = draftQuery('s1').queryKey;
const draftOf = (version: number) => ({ client_id: 'c1', version }) as Draft;

beforeEach(() => void call.mockReset());

/** Starts a save whose response is given later. */
function startSave() {
  const client = createQueryClient(call);
  client.setQueryData(key, draftOf(1));
  const response = Promise.withResolvers<{ draft: Draft | null; accepted: boolean }>();
  call.mockReturnValueOnce(response.promise);
  const saving = saveDraft(client, 's1', sent);
  const isStale = () => client.getQueryState(key)?.isInvalidated;
  return { client, saving, isStale, ...response };
}

it('A save stores the draft of the response, and the events of that version are no news', async () => {
  const { client, saving, isStale, resolve } = startSave();
  expect(call).toHaveBeenCalledWith('save_draft', { space_id: 's1', ...sent });
  expect([announceDuringSave('s1', 2), announceDuringSave('s2', 2)]).toEqual([true, false]);
  resolve({ draft: draftOf(2), accepted: true });
  expect(await saving).toEqual({ draft: draftOf(2), accepted: true });
  expect(client.getQueryData(key)).toEqual(draftOf(2));
  expect(isStale()).toBe(false);
  // From now on, events are about changes of other devices.
  expect(announceDuringSave('s1', 3)).toBe(false);
});

it.each([
  ['another version', 3, draftOf(2)],
  ['the end of the draft', null, draftOf(2)],
  ['a draft after it was emptied here', 3, null],
])('%s that is announced during a save makes the draft stale', async (_news, version, draft) => {
  const { saving, isStale, resolve } = startSave();
  announceDuringSave('s1', version);
  resolve({ draft, accepted: true });
  await saving;
  expect(isStale()).toBe(true);
});

it('The end of the draft that the save itself caused is no news', async () => {
  const { client, saving, isStale, resolve } = startSave();
  announceDuringSave('s1', null);
  resolve({ draft: null, accepted: true });
  await saving;
  expect(client.getQueryData(key)).toBeNull();
  expect(isStale()).toBe(false);
});

it('A save that fails makes the draft stale if something was announced, and ends', async () => {
  const quiet = startSave();
  quiet.reject(new Error('offline'));
  await expect(quiet.saving).rejects.toThrow('offline');
  expect(quiet.isStale()).toBe(false);
  const { saving, isStale, reject } = startSave();
  announceDuringSave('s1', 2);
  reject(new Error('offline'));
  await expect(saving).rejects.toThrow('offline');
  expect(isStale()).toBe(true);
  expect(announceDuringSave('s1', 3)).toBe(false);
});

it('The end of an earlier save leaves a later one in flight', async () => {
  const [first, second] = [startSave(), startSave()];
  first.resolve({ draft: draftOf(2), accepted: true });
  await first.saving;
  expect(announceDuringSave('s1', 4)).toBe(true);
  second.resolve({ draft: draftOf(3), accepted: true });
  await second.saving;
  expect(second.isStale()).toBe(true);
});

it('A draft that was being fetched when it was saved is not taken back', async () => {
  const { client, saving, resolve } = startSave();
  const older = Promise.withResolvers<{ draft: Draft | null }>();
  call.mockReturnValueOnce(older.promise);
  const fetching = client.fetchQuery({ ...draftQuery('s1'), staleTime: 0 }).catch(() => null);
  resolve({ draft: draftOf(2), accepted: true });
  await saving;
  older.resolve({ draft: draftOf(1) });
  await fetching;
  expect(client.getQueryData(key)).toEqual(draftOf(2));
});
