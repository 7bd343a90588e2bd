import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment } from '#contract/features/uploads/uploads.ts';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { ApiError, NetworkError } from '../api/api-client.ts';
import { DraftStore } from '../cache/drafts.ts';
import { notifyReconnect, setOffline } from '../live/reconnect.ts';
import type { DraftStorage } from './draft-storage.ts';
import { useBrowserDraft } from './use-browser-draft.ts';
import { useDraftedForm } from './use-drafted-form.ts';
import { useFilesInDraft } from './use-files-in-draft.ts';

interface Values {
  title: string;
  text: string;
}
interface Saved extends Values {
  revision?: number;
}
const initial: Values = { title: '', text: '' };
const send = vi.fn<(values: Values, clientId: string) => Promise<Saved>>();
const onSent = vi.fn();
const onDiscarded = vi.fn();
beforeEach(() => {
  localStorage.clear();
  dismissToast();
  for (const mock of [send, onSent, onDiscarded]) mock.mockReset();
  send.mockImplementation(async (values) => values);
});
afterEach(cleanup);

const useForm = (storage: DraftStorage<Values>, isSentAgain = false) =>
  useDraftedForm<Values, { title?: string }, Saved, Saved>({
    storage,
    isSentAgain,
    validate: ({ title }) => (title === '' ? { title: 'Add a title' } : {}),
    send,
    isEarlier: (saved, values) => saved.text !== values.text,
    onSent,
    onDiscarded,
    failure: { title: "Couldn't save", fallback: 'Try again' },
    conflict: {
      find: (error) =>
        error instanceof ApiError && error.code === 'edit_conflict' ? (error.data as Saved) : null,
      overwrite: () => ({ title: 'Mine' }),
    },
  });

function open(
  options: Partial<Parameters<typeof useBrowserDraft<Values>>[0]> = {},
  { isSentAgain = false } = {},
) {
  return renderHook(() => {
    const draft = useBrowserDraft<Values>({ userId: 'u1', draftKey: 'form', initial, ...options });
    return { draft, form: useForm(draft, isSentAgain) };
  });
}
const stored = () => new DraftStore<Values>('u1', 'form').read();
type Opened = ReturnType<typeof open>;
const type = ({ result }: Opened, changes: Partial<Values>) => act(() => result.current.form.change(changes));
const submit = ({ result }: Opened) => act(async () => void result.current.form.submit());

describe('A drafted form', () => {
  it('keeps what is typed when the page is closed, and says that it was restored', async () => {
    const first = open();
    expect(first.result.current.form.isRestored).toBe(false);
    type(first, { title: 'One' });
    first.unmount();
    const second = open();
    expect(second.result.current.form).toMatchObject({
      isRestored: true,
      values: { title: 'One', text: '' },
    });
    act(() => second.result.current.draft.restart());
    expect(second.result.current.form).toMatchObject({ isRestored: false, values: initial });
    expect(stored()).toBeNull();
  });

  it('keeps no draft of what it was opened with, and follows it until something is typed', () => {
    const form = renderHook(
      ({ text }) => useBrowserDraft<Values>({ userId: 'u1', draftKey: 'form', initial: { title: '', text } }),
      { initialProps: { text: '' } },
    );
    form.rerender({ text: 'Arrived later' });
    expect(form.result.current.values.text).toBe('Arrived later');
    act(() => form.result.current.change({ title: 'a' }));
    act(() => form.result.current.change({ title: '' }));
    form.unmount();
    expect(stored()).toBeNull();
  });

  it('sends nothing with problems, and shows them until they are solved', async () => {
    const form = open();
    await submit(form);
    expect(form.result.current.form.problems).toEqual({ title: 'Add a title' });
    expect(send).not.toHaveBeenCalled();
    type(form, { text: 'Text' });
    expect(form.result.current.form.problems).toEqual({ title: 'Add a title' });
    type(form, { title: 'One' });
    expect(form.result.current.form.problems).toEqual({});
  });

  it('is locked while it is sent, and sent once; the draft is then gone', async () => {
    const response = Promise.withResolvers<Saved>();
    send.mockReturnValue(response.promise);
    const form = open();
    type(form, { title: 'One' });
    await submit(form);
    expect(form.result.current.form).toMatchObject({ isSending: true, isLocked: true });
    await submit(form);
    expect(send).toHaveBeenCalledOnce();
    await act(async () => response.resolve({ title: 'One', text: '' }));
    expect(onSent.mock.calls).toEqual([[{ title: 'One', text: '' }, { isChanged: false }]]);
    expect(form.result.current.form).toMatchObject({ isLocked: false, values: initial });
    expect(stored()).toBeNull();
  });

  it('keeps what is changed while it is sent as a new draft, with another client id', async () => {
    const response = Promise.withResolvers<Saved>();
    send.mockReturnValueOnce(response.promise);
    const form = open();
    type(form, { title: 'One' });
    await submit(form);
    type(form, { title: 'Two' });
    await act(async () => response.resolve({ title: 'One', text: '' }));
    expect(onSent.mock.calls[0]?.[1]).toEqual({ isChanged: true });
    expect(form.result.current.form.values?.title).toBe('Two');
    await submit(form);
    const ids = send.mock.calls.map(([, clientId]) => clientId);
    expect(new Set(ids).size).toBe(2);
  });

  it('retries with the same client id, and removes a failure of the connection once it is back', async () => {
    send.mockRejectedValueOnce(new NetworkError(null));
    const form = open();
    type(form, { title: 'One' });
    await submit(form);
    expect(form.result.current.form).toMatchObject({
      failure: { title: "Couldn't save", code: null, isSignedOut: false },
      isLocked: false,
    });
    act(notifyReconnect);
    expect(form.result.current.form.failure).toBeNull();
    expect(form.result.current.form.values?.title).toBe('One');
    await submit(form);
    expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
  });

  it('keeps the text after the session has expired, also when the page is left to log in', async () => {
    send.mockRejectedValueOnce(new ApiError('authentication_required', 401, 'Log in'));
    const form = open();
    type(form, { title: 'One' });
    await submit(form);
    expect(form.result.current.form.failure).toMatchObject({
      isSignedOut: true,
      code: 'authentication_required',
    });
    form.unmount();
    expect(open().result.current.form.values?.title).toBe('One');
  });

  it('shows a failure as a toast if the form was closed meanwhile', async () => {
    const response = Promise.withResolvers<Saved>();
    send.mockReturnValue(response.promise);
    const form = open();
    type(form, { title: 'One' });
    await submit(form);
    form.unmount();
    await act(async () => response.reject(new ApiError('rate_limited', 429, 'Too many')));
    expect(readToast()).toMatchObject({
      title: "Couldn't save",
      description: 'Too many Your text is still here.',
    });
    expect(stored()?.title).toBe('One');
  });

  it('keeps the values as a new draft if the server has an earlier version of them', async () => {
    send.mockImplementationOnce(async () => ({ title: 'One', text: 'Earlier' }));
    const form = open();
    type(form, { title: 'One', text: 'Later' });
    await submit(form);
    expect(form.result.current.form.earlier).toMatchObject({ text: 'Earlier' });
    expect(onSent).not.toHaveBeenCalled();
    await submit(form);
    expect(send.mock.calls[1]?.[1]).not.toBe(send.mock.calls[0]?.[1]);
    expect(form.result.current.form.earlier).toBeNull();
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('lets the author choose between their version and one that was saved meanwhile', async () => {
    const theirs = { title: 'Theirs', text: 'Other' };
    send.mockRejectedValueOnce(new ApiError('edit_conflict', 409, 'Changed', theirs));
    const form = open();
    type(form, { title: 'One', text: 'Text' });
    await submit(form);
    expect(form.result.current.form).toMatchObject({ theirs, failure: null });
    expect(form.result.current.form.values?.text).toBe('Text');
    await act(async () => form.result.current.form.keepMine());
    expect(send.mock.calls[1]?.[0]).toEqual({ title: 'Mine', text: 'Text' });
    expect(onSent).toHaveBeenCalledOnce();
    expect(form.result.current.form.theirs).toBeNull();
    expect(stored()).toBeNull();
  });

  it('is discarded at once in the browser', () => {
    const form = open();
    type(form, { title: 'One' });
    act(() => form.result.current.form.discard());
    expect(onDiscarded).toHaveBeenCalledOnce();
    expect(form.result.current.form.values).toEqual(initial);
    expect(stored()).toBeNull();
  });

  it('that the server keeps stays if it cannot be discarded', async () => {
    const { result } = renderHook(() =>
      useForm({
        values: { title: 'One', text: '' },
        isRestored: false,
        change: () => {},
        discard: () => Promise.reject(new NetworkError(null)),
        startSending: () => Promise.reject(new NetworkError(null)),
      }),
    );
    await act(async () => result.current.discard());
    expect(result.current).toMatchObject({
      failure: { title: "Couldn't discard the draft" },
      isLocked: false,
      values: { title: 'One' },
    });
    expect(onDiscarded).not.toHaveBeenCalled();
    // A draft that can't be prepared isn't sent.
    await act(async () => void result.current.submit());
    expect(result.current.failure?.title).toBe("Couldn't save");
    expect(send).not.toHaveBeenCalled();
  });
});

describe('Files of a draft', () => {
  const file = (id: string) => ({ id }) as Attachment;
  function openFiles(inDraft: string[] | null) {
    const [show, keep] = [vi.fn(), vi.fn()];
    const hook = renderHook(
      ({ draft, form }: { draft: string[] | null; form: (string | null)[] }) =>
        useFilesInDraft({
          inDraft: draft?.map(file) ?? null,
          items: form.map((id) => ({ stored: id === null ? null : file(id) })),
          show,
          keep,
        }),
      { initialProps: { draft: inDraft, form: [] as (string | null)[] } },
    );
    return { ...hook, show, keep };
  }

  it('are shown when the draft is restored, and kept when an upload ends or one is removed', async () => {
    const { rerender, show, keep } = openFiles(['a']);
    expect(show.mock.calls).toEqual([[[file('a')]]]);
    rerender({ draft: ['a'], form: ['a'] });
    // An upload that hasn't ended isn't part of the draft.
    rerender({ draft: ['a'], form: ['a', null] });
    expect(keep).not.toHaveBeenCalled();
    rerender({ draft: ['a'], form: ['a', 'b'] });
    expect(keep.mock.calls).toEqual([[[file('a'), file('b')]]]);
    rerender({ draft: ['a', 'b'], form: ['a', 'b'] });
    rerender({ draft: ['a', 'b'], form: ['b'] });
    expect(keep).toHaveBeenLastCalledWith([file('b')]);
    expect(show).toHaveBeenCalledOnce();
  });

  it('follow another device, and wait until it is known whether there is a draft', async () => {
    const { rerender, show, keep } = openFiles(null);
    rerender({ draft: null, form: [null] });
    expect(show).not.toHaveBeenCalled();
    rerender({ draft: [], form: [] });
    rerender({ draft: ['c'], form: [] });
    await waitFor(() => expect(show.mock.calls).toEqual([[[file('c')]]]));
    expect(keep).not.toHaveBeenCalled();
  });
});

describe('What failed because of an outage', () => {
  const outage = (retry_after?: number) =>
    new ApiError('unavailable', 503, 'Try again later.', retry_after ? { retry_after } : null);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  async function submitted(...failures: Error[]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const failure of failures) send.mockRejectedValueOnce(failure);
    const form = open({}, { isSentAgain: true });
    type(form, { title: 'One' });
    await submit(form);
    return form;
  }
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
  afterEach(() => {
    act(() => setOffline(false));
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is sent again with the live connection up: after 5 seconds, then after twice as long, at most a minute', async () => {
    const form = await submitted(...Array.from({ length: 6 }, () => outage()));
    for (const [attempt, wait] of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      expect(form.result.current.form.failure).toMatchObject({ sentAgainAfter: wait });
      await pass(wait - 1);
      expect(send).toHaveBeenCalledTimes(attempt + 1);
      await pass(1);
      expect(send).toHaveBeenCalledTimes(attempt + 2);
    }
    expect(onSent).toHaveBeenCalledOnce();
    expect(new Set(send.mock.calls.map(([, clientId]) => clientId)).size).toBe(1);
    await pass(600_000);
    expect(send).toHaveBeenCalledTimes(7);
  });

  it('waits as long as the server says, and up to half of that longer', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    await submitted(outage(30));
    await pass(37_499);
    expect(send).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('waits for the connection while there is none', async () => {
    await submitted(new NetworkError(null));
    act(() => setOffline(true));
    await pass(600_000);
    expect(send).toHaveBeenCalledTimes(1);
    await act(async () => notifyReconnect());
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('is not sent again after a change, and begins with short waits once it was sent', async () => {
    const form = await submitted(outage(), outage(), outage());
    await pass(5_000);
    type(form, { text: 'More' });
    await pass(600_000);
    expect(send).toHaveBeenCalledTimes(2);
    await submit(form);
    expect(form.result.current.form.failure).toMatchObject({ sentAgainAfter: 5_000 });
    await pass(5_000);
    expect(onSent).toHaveBeenCalledOnce();
    send.mockRejectedValueOnce(outage());
    type(form, { title: 'Next' });
    await submit(form);
    expect(form.result.current.form.failure).toMatchObject({ sentAgainAfter: 5_000 });
  });

  it('begins with short waits after an earlier attempt turns out to have been sent', async () => {
    const form = await submitted(outage(), outage());
    await pass(5_000);
    expect(form.result.current.form.failure).toMatchObject({ sentAgainAfter: 10_000 });
    send.mockResolvedValueOnce({ title: 'One', text: 'Another' });
    await pass(10_000);
    expect(form.result.current.form.earlier).toMatchObject({ text: 'Another' });
    send.mockRejectedValueOnce(outage());
    await submit(form);
    expect(form.result.current.form.failure).toMatchObject({ sentAgainAfter: 5_000 });
  });

  it('is left to the person if they sent something that was refused, or in other forms', async () => {
    await submitted(new ApiError('rate_limited', 429, 'Too many'));
    await pass(600_000);
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRejectedValueOnce(outage());
    const other = open();
    type(other, { title: 'Other' });
    await submit(other);
    await pass(600_000);
    expect(send).toHaveBeenCalledTimes(2);
  });
});
