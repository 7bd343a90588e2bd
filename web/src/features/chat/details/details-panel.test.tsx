import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aConversation, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { DetailsPanel } from './details-panel.tsx';

// Without a layout, nothing can be scrolled.
beforeEach(() => {
  Element.prototype.scrollTo = vi.fn();
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const image = (n: number) => ({
  id: idOf(n),
  kind: 'image' as const,
  file_name: `Photo ${n}.png`,
  width: 40,
  height: 30,
  color: '#888888',
  url: `/files/${n}.webp`,
  sizes: [],
  message_id: idOf(100 + n),
  seq: n,
});

function open(conversation: Conversation, responses: Responses = {}) {
  const onClose = vi.fn();
  const call = vi.fn(
    respondWith({
      get_user_connection_context: () => ({
        connection_type: 'shared_space',
        space_icon: null,
        space_name: 'Film',
        shared_space_count: 1,
        shared_space_names: ['Film'],
        member_since: timeOf(1),
      }),
      list_conversation_images: () => ({ images: [], next_cursor: null }),
      list_participants: () => ({ participants: [], next_cursor: null }),
      ...responses,
    }),
  );
  const client = createQueryClient(call as never);
  renderPage(
    client,
    <DetailsPanel conversation={conversation} viewerId={idOf(1)} onMessage={vi.fn()} onClose={onClose} />,
  );
  return { onClose, call };
}

describe('The details of a conversation', () => {
  it('show its images, which open in the viewer, and nothing of them without any', async () => {
    const { onClose } = open(aConversation(), {
      list_conversation_images: () => ({ images: [image(2), image(1)], next_cursor: null }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Open image 1 of 2: Photo 2.png' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    cleanup();
    open(aConversation());
    await screen.findAllByText(/Film/);
    expect(screen.queryByRole('region', { name: 'Images' })).toBeNull();
  });

  it('close with Esc and with their button', async () => {
    const { onClose } = open(aConversation());
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('ask before a person is blocked', async () => {
    const block = vi.fn();
    open(aConversation(), {
      block_user: ({ user_id }) => {
        block(user_id);
        return {};
      },
      get_conversation: () => ({ conversation: aConversation(), live_cursor: 1 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(block).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(block.mock.calls).toHaveLength(1));
  });
});
