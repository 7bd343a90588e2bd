import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { LiveEvent } from '#contract/live.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import type { LiveContext } from '#web/lib/live/live-client.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';

type Handler = (event: LiveEvent, context: LiveContext) => void;
const { handlers, toasts } = vi.hoisted(() => ({
  handlers: new Map<string, Handler[]>(),
  toasts: vi.fn(),
}));
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: toasts }));
vi.mock('#web/lib/live/live-client.ts', async (original) => ({
  ...(await original<object>()),
  registerLiveHandler: (type: string, handler: Handler) =>
    handlers.set(type, [...(handlers.get(type) ?? []), handler]),
}));
await import('./members.live.ts');

let client: QueryClient;
beforeEach(() => {
  toasts.mockReset();
  client = new QueryClient();
});

const show = (fields: Partial<Space>) =>
  seedEntities(client, {
    space: [
      { id: 's', name: 'Film', subdomain: 'video', membership: null, permissions: {}, ...fields } as Space,
    ],
  });
function receive(type: LiveEvent['type'], payload: object): void {
  const event = { seq: 1, channel: 'user:me', type, payload } as LiveEvent;
  for (const handle of handlers.get(type) ?? []) handle(event, { client, viewerId: 'me' });
}
const decision = (fields: Partial<Notification>) =>
  receive('notification.changed', {
    is_news: true,
    is_kept_unread: false,
    unread_count: 1,
    notification: {
      type: 'membership',
      space_id: 's',
      params: { outcome: 'declined' },
      read: false,
      ...fields,
    },
  });

it("shows a declined request once to a viewer who waits on the space's page", () => {
  show({ join_requested: true });
  receive('space.join_requests_changed', { space_id: 's' });
  decision({});
  decision({});
  expect(toasts.mock.calls).toEqual([
    [
      {
        title: "Your request to join wasn't approved",
        description: 'You can still read about the space or ask again later.',
      },
    ],
  ]);
  expect(readEntity(client, 'space', 's')).toMatchObject({ join_requested: false });
});

it('shows an approval once, through the membership event', () => {
  show({ join_requested: true });
  receive('membership.changed', { space_id: 's', role: 'member' });
  receive('space.join_requests_changed', { space_id: 's' });
  decision({ params: { outcome: 'approved' } });
  expect(toasts.mock.calls).toEqual([[{ title: "You're now a member of Film." }]]);
});

it('shows nothing to viewers who are elsewhere, or for other notifications', () => {
  show({ join_requested: false });
  decision({});
  show({ join_requested: true });
  decision({ space_id: 'another' });
  decision({ type: 'report_reviewed', params: { kind: 'post', outcome: 'dismissed' } });
  decision({ read: true });
  expect(toasts).not.toHaveBeenCalled();
});
