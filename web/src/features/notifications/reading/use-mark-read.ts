import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { patchEntity, readEntities, readEntity } from '#web/lib/cache/entity-cache.ts';
import { isHiddenInside, type Unread } from '../notification-changes.ts';

/** Changes the visible counts until the server's response arrives. Returns a function that reverts it. */
export function changeCounts(client: QueryClient, by: (insideSpaceId: string | undefined) => number) {
  const queries = client.getQueryCache().findAll({ queryKey: ['get_unread_notification_count'] });
  const before = queries.map(({ queryKey }) => {
    const { inside_space_id } = queryKey[1] as { inside_space_id?: string };
    const was = client.getQueryData<Unread>(queryKey);
    client.setQueryData<Unread>(
      queryKey,
      (unread) =>
        unread && { ...unread, unread_count: Math.max(0, unread.unread_count + by(inside_space_id)) },
    );
    return { queryKey, was };
  });
  return () => {
    for (const { queryKey, was } of before) {
      client.setQueryData<Unread>(queryKey, (now) => (now && was && now.version > was.version ? now : was));
    }
  };
}

/** Marks a notification as clicked and read when it is opened. */
export function useOpenNotification() {
  return useOptimisticWrite<string, unknown>({
    write: (id) => call('mark_notifications_as_read', { notification_ids: [id], clicked: true }),
    show: (id, client) => {
      const before = readEntity(client, 'notification', id);
      if (!before || before.clicked) return undefined;
      patchEntity(client, 'notification', id, { read: true, clicked: true });
      const restore = before.read
        ? () => {}
        : changeCounts(client, (inside) => (isHiddenInside(before, inside) ? 0 : -1));
      return () => {
        const { read, clicked } = before;
        patchEntity(client, 'notification', id, { read, clicked });
        restore();
      };
    },
    failed: t('Failed to mark notifications as read'),
  });
}

/** Marks a notification as read or unread without opening it. */
export function useSetRead() {
  return useOptimisticWrite<{ id: string; read: boolean }, unknown>({
    write: ({ id, read }) =>
      call(read ? 'mark_notifications_as_read' : 'mark_notifications_as_unread', { notification_ids: [id] }),
    show: ({ id, read }, client) => {
      const before = readEntity(client, 'notification', id);
      if (!before || before.read === read) return undefined;
      patchEntity(client, 'notification', id, { read });
      const restore = changeCounts(client, (inside) => (isHiddenInside(before, inside) ? 0 : read ? -1 : 1));
      return () => {
        patchEntity(client, 'notification', id, { read: before.read });
        restore();
      };
    },
    failed: ({ read }) => ({
      title: read ? t('Failed to mark notifications as read') : t("Couldn't mark it as unread"),
      description: t('Please try again.'),
    }),
  });
}

/** Marks everything as read; the entries stay cached, as read ones. */
export function useMarkAllRead() {
  return useOptimisticWrite<void, unknown>({
    write: () => call('mark_all_notifications_as_read'),
    show: (_input, client) => {
      const unread = readEntities(client, 'notification').filter((entry) => !entry.read);
      for (const { id } of unread) patchEntity(client, 'notification', id, { read: true });
      const restore = changeCounts(client, () => Number.NEGATIVE_INFINITY);
      return () => {
        for (const { id, version } of unread) {
          patchEntity(client, 'notification', id, (now) => (now.version > version ? {} : { read: false }));
        }
        restore();
      };
    },
    failed: t('Failed to mark all notifications as read'),
  });
}
