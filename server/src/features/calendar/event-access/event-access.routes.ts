import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { itemAccess, listMemberAccess, previewLocks } from '../../access/index.ts';
import { type EventItem, listEventItems } from './event-access.queries.ts';
import { eventWrite } from './event-write.ts';

export function eventAccessRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;
  const requireItem = async (eventId: string): Promise<EventItem> => {
    const [event] = await listEventItems(db, [eventId]);
    if (!event) throw new AppError('event_not_found');
    return event;
  };

  type Call = { input: { event_id: string }; viewer: Viewer; scope: SpaceContext };
  const writeOf = ({ input, viewer, scope }: Call) => eventWrite(platform, viewer, scope, input.event_id);

  route('set_event_access', async (call) => {
    return { access: await itemAccess.set(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('give_event_access', async (call) => {
    return { given_count: await itemAccess.give(writeOf(call), call.input, call.viewer.user_id) };
  });

  route('take_event_access', async (call) => {
    return { taken_count: await itemAccess.take(writeOf(call), call.input, call.viewer.user_id) };
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
