import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listMemberAccess, previewLocks } from '../../access/index.ts';
import { type EventItem, listEventItems } from './event-access.queries.ts';
import { giveEventAccess, setEventAccess, takeEventAccess } from './set-event-access.ts';

export function eventAccessRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  const requireItem = async (eventId: string): Promise<EventItem> => {
    const [event] = await listEventItems(db, [eventId]);
    if (!event) throw new AppError('event_not_found');
    return event;
  };

  route('set_event_access', async ({ input, viewer, scope }) => {
    return { access: await setEventAccess(platform, viewer, scope, input) };
  });

  route('give_event_access', async ({ input, viewer, scope }) => {
    return { given_count: await giveEventAccess(platform, viewer, scope, input) };
  });

  route('take_event_access', async ({ input, viewer, scope }) => {
    return { taken_count: await takeEventAccess(platform, viewer, scope, input) };
  });

  route('list_event_access', async ({ input, scope }) => {
    const { access_id, access, host_ids, created_at } = await requireItem(input.event_id);
    const hosts = new Map(host_ids.map((id) => [id, created_at]));
    return await listMemberAccess(db, {
      space_id: scope.space_id,
      items: [{ kind: 'event', id: access_id, access }],
      cursor: input.cursor,
      listAlwaysOpen: () => Promise.resolve(hosts),
    });
  });

  route('preview_event_access', async ({ input, scope }) => {
    const { access_id: id, access } = await requireItem(input.event_id);
    const locks = await previewLocks(db, scope.space_id, [{ id, access }], input);
    return { lock: locks.get(id) ?? null };
  });
}
