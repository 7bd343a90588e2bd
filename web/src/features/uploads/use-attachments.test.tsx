import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import type { StoredFile } from '#contract/features/uploads/uploads.ts';
import { hasUnsentWrite } from '#web/lib/api/unsent-writes.ts';
import { AttachmentStrip } from './attachment-strip.tsx';
import { useAttachments } from './use-attachments.ts';

/** Each upload gets the next of these responses; the last one repeats. */
const responses: { status: number; response: unknown }[] = [];
class FakeRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  response: unknown = null;
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    Object.assign(this, responses.length > 1 ? responses.shift() : responses[0]);
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}
const denialReason = (code: keyof typeof errorCatalogue, message: string = errorCatalogue[code].message) => ({
  status: errorCatalogue[code].status,
  response: { error: { code, message, data: null, request_id: 'r' } },
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  responses.length = 0;
});

function Files({ attached = [] }: { attached?: StoredFile[] }) {
  const files = useAttachments({ space_id: 's', purpose: 'post', max: 10, attached });
  const { items, rejected, add, remove, retry, replace } = files;
  const [initial] = useState(attached);
  useEffect(() => replace(initial), [initial, replace]);
  return (
    <>
      <input type="file" aria-label="Add" onChange={(event) => add([...(event.target.files ?? [])])} />
      <AttachmentStrip items={items} rejected={rejected} onRemove={remove} onRetry={retry} />
    </>
  );
}

async function choose() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  render(<Files />);
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText('Add'), new File(['x'], 'plan.pdf', { type: 'application/pdf' }));
  return user;
}

describe('File that exceeds a storage limit', () => {
  it.each([
    ['upload_quota_reached', undefined],
    ['space_storage_full', undefined],
    ['unavailable', "The server is low on disk space. Files can't be uploaded right now."],
  ] as const)('explains why: %s', async (code, message) => {
    responses.push(denialReason(code, message));
    await choose();
    await screen.findByText(`plan.pdf: ${message ?? errorCatalogue[code].message}`);
  });

  it('can be retried once there is space', async () => {
    const file = { id: 'f', kind: 'document', file_name: 'plan.pdf', byte_size: 1, url: '/files/f/plan.pdf' };
    responses.push(denialReason('space_storage_full'), { status: 200, response: { file } });
    const user = await choose();
    await screen.findByText(/used all its storage/);
    await user.click(screen.getByRole('button', { name: /^Retry/ }));
    await screen.findByText('1 byte');
    expect(screen.queryByText(/used all its storage/)).toBeNull();
  });
});

describe('Removing a file', () => {
  const file: StoredFile = {
    id: 'f',
    kind: 'document',
    file_name: 'plan.pdf',
    mime_type: 'application/pdf',
    byte_size: 1,
    url: '/files/f/original',
  };
  const removeButton = () => screen.findByRole('button', { name: /^Remove/ });
  const stubFetch = (respond: () => Promise<unknown>) => {
    const fetch = vi.fn((_path: string, _init: { method: string }) => respond());
    vi.stubGlobal('fetch', fetch);
    return fetch;
  };

  it.each([
    ['deletes it', async () => ({ ok: true, status: 200, json: async () => ({ deleted: true }) })],
    ['says nothing if that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('that is not posted yet %s', async (_name, respond) => {
    const fetch = stubFetch(respond);
    responses.push({ status: 200, response: { file } });
    const user = await choose();
    await screen.findByText('1 byte');
    await user.click(await removeButton());
    expect(fetch.mock.calls.map(([path, { method }]) => [method, path])).toEqual([
      ['DELETE', '/api/uploads/f'],
    ]);
    expect(screen.queryByText(/plan\.pdf/)).toBeNull();
    expect(hasUnsentWrite(60_000)).toBe(false);
  });

  it('of a post that is edited deletes nothing', async () => {
    const fetch = stubFetch(async () => ({}));
    render(<Files attached={[file]} />);
    await userEvent.setup().click(await removeButton());
    expect(screen.queryByText(/plan\.pdf/)).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('Files of a restored draft', () => {
  const stored = (id: string): StoredFile => ({
    id,
    kind: 'document',
    file_name: `${id}.pdf`,
    mime_type: 'application/pdf',
    byte_size: 1,
    url: `/files/${id}/original`,
  });
  /** Sends an upload only when the test lets it. */
  class HeldRequest extends FakeRequest {
    static sent: HeldRequest[] = [];
    override send() {
      HeldRequest.sent.push(this);
    }
    succeed(id: string) {
      Object.assign(this, { status: 200, response: { file: stored(id) } });
      this.dispatchEvent(new Event('load'));
    }
  }

  it('appear once each time the draft is restored, before the uploads in progress, which stay', async () => {
    HeldRequest.sent = [];
    vi.stubGlobal('XMLHttpRequest', HeldRequest);
    const { result } = renderHook(() => useAttachments({ space_id: 's', purpose: 'post', max: 10 }));
    const names = () => result.current.items.map(({ name }) => name);
    act(() => result.current.add([new File(['x'], 'new.pdf', { type: 'application/pdf' })]));
    for (const ids of [['one', 'two'], ['one', 'two'], ['two']]) {
      act(() => result.current.replace(ids.map(stored)));
      expect(names()).toEqual([...ids.map((id) => `${id}.pdf`), 'new.pdf']);
    }
    await waitFor(() => expect(HeldRequest.sent).toHaveLength(1));
    act(() => HeldRequest.sent[0]?.succeed('new'));
    await waitFor(() => expect(result.current.items[1]?.stored?.id).toBe('new'));
    // A draft that was saved with it contains it.
    act(() => result.current.replace(['two', 'new'].map(stored)));
    expect(names()).toEqual(['two.pdf', 'new.pdf']);
    act(() => result.current.replace([]));
    expect(names()).toEqual([]);
  });
});
