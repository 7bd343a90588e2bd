import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment, StoredFile } from '#contract/features/uploads/uploads.ts';
import type { Attachments } from '#web/features/uploads/index.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aPost, aSpace, idOf } from '#web-testing/fixtures.ts';
import { useEditPost } from './use-edit-post.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

const file = (n: number): StoredFile => ({
  id: idOf(n),
  kind: 'document',
  file_name: `${n}.pdf`,
  mime_type: 'application/pdf',
  byte_size: 9,
  url: `/files/${idOf(n)}/original`,
});
const [oldFile, newFile] = [file(10), file(11)];
const post = aPost({ title: 'A title', files: [oldFile] });
const space = aSpace();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient(call)}>{children}</QueryClientProvider>
);

/** Renders the form hooks; `attach` changes the files as a user would. */
function open(onDone = vi.fn()) {
  return renderHook(
    () => {
      const [stored, attach] = useState<readonly Attachment[]>([]);
      const items = stored.map((one) => ({ key: one.id, name: one.file_name, kind: one.kind, stored: one }));
      const attachments = { items, replace: attach } as unknown as Attachments;
      return { form: useEditPost({ space, post, userId: 'u1', attachments, onDone }), stored, attach };
    },
    { wrapper },
  );
}

beforeEach(() => {
  localStorage.clear();
  call.mockReset();
});
afterEach(cleanup);

describe('Editing a post', () => {
  it('restores the text and files after the page is closed', async () => {
    const first = open();
    await waitFor(() => expect(first.result.current.stored.map(({ id }) => id)).toEqual([oldFile.id]));
    act(() => first.result.current.form.change({ title: 'Better' }));
    act(() => first.result.current.attach([newFile]));
    first.unmount();

    const second = open();
    expect(second.result.current.form.fields.title).toBe('Better');
    expect(second.result.current.form.isRestored).toBe(true);
    await waitFor(() => expect(second.result.current.stored.map(({ id }) => id)).toEqual([newFile.id]));
    act(() => second.result.current.form.startOver());
    expect(second.result.current.form.fields.title).toBe('A title');
    await waitFor(() => expect(second.result.current.stored.map(({ id }) => id)).toEqual([oldFile.id]));
    second.unmount();
    expect(open().result.current.form.isRestored).toBe(false);
  });

  it('saves no draft if nothing changed', async () => {
    const first = open();
    await waitFor(() => expect(first.result.current.stored).toHaveLength(1));
    first.unmount();
    expect(open().result.current.form.isRestored).toBe(false);
  });

  it.each([
    ['post_not_found', 404, { reason: 'No', isSignedOut: false }],
    ['authentication_required', 401, { reason: 'Your session has expired.', isSignedOut: true }],
  ] as const)(
    'keeps the text after the error %s, here and after a reload',
    async (code, status, expected) => {
      call.mockRejectedValue(new ApiError(code, status, 'No'));
      const onDone = vi.fn();
      const { result, unmount } = open(onDone);
      act(() => result.current.form.change({ title: 'Typed with care' }));
      act(() => result.current.form.submit());
      await waitFor(() => expect(result.current.form.failure).toMatchObject({ code, ...expected }));
      expect(result.current.form.fields.title).toBe('Typed with care');
      expect(onDone).not.toHaveBeenCalled();
      unmount();
      expect(open().result.current.form.fields.title).toBe('Typed with care');
    },
  );

  it('clears the draft after saving', async () => {
    call.mockResolvedValue({ post: { ...post, revision: 2 } });
    const onDone = vi.fn();
    const { result, unmount } = open(onDone);
    act(() => result.current.form.change({ title: 'Done' }));
    act(() => result.current.form.submit());
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(call).toHaveBeenCalledWith(
      'update_post',
      expect.objectContaining({ title: 'Done', upload_ids: [oldFile.id], revision: 1 }),
    );
    unmount();
    expect(open().result.current.form.isRestored).toBe(false);
  });
});
