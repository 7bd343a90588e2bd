import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { mutedForGood } from '#contract/values/mute-durations.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aConversation, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { conversationEntity } from './conversation.entity.ts';
import { ConversationItem } from './conversation-item.tsx';

afterEach(cleanup);

function show(muted_until: string | null) {
  const client = createQueryClient(respondWith({}) as never);
  const conversation = aConversation({ muted_until, unread_count: 3 });
  writeEntities(client, conversationEntity, [conversation]);
  renderPage(
    client,
    <ul>
      <ConversationItem
        id={conversation.id}
        viewerId={idOf(900)}
        isSelected={false}
        onOpen={vi.fn()}
        onIntent={vi.fn()}
      />
    </ul>,
  );
  return screen.getByRole('button');
}

it('A muted conversation says so in its list, and until when', () => {
  const muted = show('2999-12-24T18:00:00.000Z');
  expect(muted.textContent).toMatch(/Muted until Dec 2[45]/);
  expect(muted.dataset).toHaveProperty('muted');
  expect(screen.getByTitle(/^Muted until/)).toBeTruthy();
  cleanup();
  expect(show(mutedForGood).textContent).toMatch(/Muted(?! until)/);
  cleanup();
  for (const until of [null, '2020-01-01T00:00:00.000Z']) {
    const loud = show(until);
    expect(loud.textContent).not.toContain('Muted');
    expect(loud.dataset).not.toHaveProperty('muted');
    cleanup();
  }
});
