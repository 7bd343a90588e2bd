import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aNotification, idOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { NotificationItem } from './notification-item.tsx';

const rendered = vi.hoisted((): string[] => []);
vi.mock('./notification-actions.tsx', () => ({
  NotificationActions: ({ entry }: { entry: { id: string } }) => {
    rendered.push(entry.id);
    return null;
  },
}));
afterEach(cleanup);

const [old, recent] = [aNotification({ id: idOf(1) }), aNotification({ id: idOf(2) })];

function List() {
  const [ids, setIds] = useState([old.id]);
  return (
    <>
      <button type="button" onClick={() => setIds([recent.id, old.id])}>
        Arrive
      </button>
      <ul>
        {ids.map((id) => (
          <NotificationItem key={id} id={id} timeZone="UTC" />
        ))}
      </ul>
    </>
  );
}

it('A notification is rendered again when it changes, and not when others come', async () => {
  const client = createQueryClient(respondWith({}) as never);
  seedEntities(client, { notification: [old, recent] });
  renderPage(client, <List />);
  await screen.findByRole('listitem');
  rendered.length = 0;
  act(() => screen.getByText('Arrive').click());
  expect(rendered).toEqual([recent.id]);
  act(() => void patchEntity(client, 'notification', old.id, { read: !old.read }));
  await waitFor(() => expect(rendered).toEqual([recent.id, old.id]));
});
