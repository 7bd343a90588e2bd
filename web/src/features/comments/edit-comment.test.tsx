import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { notifyReconnect } from '#web/lib/live/reconnect.ts';
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

it('saves what could not be sent when the server can be reached again, unless it was changed', async () => {
  call.mockReset();
  call.mockRejectedValueOnce(new NetworkError(null));
  const onClose = vi.fn();
  const open = () =>
    render(
      <QueryClientProvider client={createQueryClient(call)}>
        <EditComment comment={comment} userId="u1" onClose={onClose} />
      </QueryClientProvider>,
    );
  const type = async (value: string) =>
    fireEvent.change(await screen.findByRole('textbox', { name: 'Text' }), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  open();
  await type('<p>After</p>');
  save();
  await screen.findByText(/We'll keep trying to send it/);
  // Changed since: it isn't sent before it is saved again.
  await type('<p>After all</p>');
  act(notifyReconnect);
  expect(call).toHaveBeenCalledTimes(1);
  call.mockRejectedValueOnce(new NetworkError(null));
  save();
  await screen.findByText(/We'll keep trying to send it/);
  call.mockResolvedValueOnce({ comment: { ...comment, body: '<p>After all</p>' } });
  act(notifyReconnect);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(call.mock.calls.map(([, input]) => input.body)).toEqual([
    '<p>After</p>',
    '<p>After all</p>',
    '<p>After all</p>',
  ]);
  act(notifyReconnect);
  expect(call).toHaveBeenCalledTimes(3);
});

/** Reconnects until `check` passes: while a change is being sent, a connection that is back sends nothing. */
const reconnectUntil = (check: () => void) =>
  waitFor(() => {
    act(notifyReconnect);
    check();
  });

it('saves it after an outage of the server, and says so until it is saved', async () => {
  call.mockReset();
  const outage = () => new ApiError('unavailable', 503, 'Try again later.');
  call.mockRejectedValueOnce(outage());
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <EditComment comment={comment} userId="u1" onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByRole('textbox', { name: 'Text' }), {
    target: { value: '<p>After</p>' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Try again later\..*We'll keep trying to send it/);
  call.mockRejectedValueOnce(outage());
  await reconnectUntil(() => expect(call).toHaveBeenCalledTimes(2));
  await screen.findByText(/We'll keep trying to send it/);
  call.mockResolvedValueOnce({ comment: { ...comment, body: '<p>After</p>' } });
  await reconnectUntil(() => expect(onClose).toHaveBeenCalledOnce());
});

it.each([
  ['the server rejected', new ApiError('comment_not_found', 404, 'Gone.')],
  ['this browser could not send', new DOMException('Full', 'QuotaExceededError')],
])('does not repeat what %s', async (_who, error) => {
  call.mockReset();
  call.mockRejectedValueOnce(error);
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <EditComment comment={comment} userId="u1" onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByRole('textbox', { name: 'Text' }), {
    target: { value: '<p>After</p>' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByText(/Your text is still here/)).textContent).not.toContain("We'll send it");
  act(notifyReconnect);
  expect(call).toHaveBeenCalledOnce();
});
