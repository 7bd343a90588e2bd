import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Message } from '#contract/features/chat/messages.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aConversation, aMessage, idOf } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import { useMessageForm } from './use-message-form.ts';

it('An edit that could not be saved goes on from its text when the message is edited again', async () => {
  const message = aMessage({ content: 'First' });
  const call = vi.fn(async (name: string) => {
    if (name === 'update_message') throw new Error('no network');
    return {};
  });
  const wrapper = pageProvider(createQueryClient(call as never));
  const { result, rerender } = renderHook(
    ({ editing }: { editing: Message | null }) =>
      useMessageForm({
        conversation: aConversation(),
        viewerId: idOf(1),
        outbox: null,
        editing,
        onEdited: () => {},
        onSent: () => {},
      }),
    { wrapper, initialProps: { editing: message as Message | null } },
  );
  act(() => result.current.change('First, and much more'));
  await act(async () => result.current.send());
  rerender({ editing: null });
  await waitFor(() => expect(call).toHaveBeenCalledWith('update_message', expect.anything()));
  rerender({ editing: message });
  expect(result.current.text).toBe('First, and much more');
  // Another message isn't affected.
  rerender({ editing: aMessage({ id: idOf(77), content: 'Other' }) });
  expect(result.current.text).toBe('Other');
});
