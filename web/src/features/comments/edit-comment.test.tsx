import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aComment } from '#web-testing/fixtures.ts';
import { EditComment } from './edit-comment.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/features/mentions/index.ts', () => ({ useFindPeople: () => async () => [] }));
vi.mock('#web/lib/loading/lazy-editor.tsx', () => ({
  LazyEditor: ({ value, onChange }: { value: string; onChange: (html: string) => void }) => (
    <textarea aria-label="Text" value={value} onChange={({ target }) => onChange(target.value)} />
  ),
}));

const comment = aComment({ body: '<p>Before</p>' });
beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('locks the text while it is sent, and again accepts changes if that fails', async () => {
  let fail = () => {};
  call.mockImplementation(
    () => new Promise((_resolve, reject) => (fail = () => reject(new NetworkError(null)))),
  );
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <EditComment comment={comment} userId="u1" onClose={onClose} />
    </QueryClientProvider>,
  );
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  fireEvent.change(text, { target: { value: '<p>After</p>' } });
  text.focus();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(text.closest('[inert]')).not.toBeNull());
  // jsdom doesn't move the focus out of locked fields as browsers do.
  text.blur();
  fireEvent.submit(text);
  fail();
  await screen.findByText(/Your text is still here/);
  expect(text.closest('[inert]')).toBeNull();
  expect(document.activeElement).toBe(text);
  expect(text.value).toBe('<p>After</p>');
  expect(call).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});
