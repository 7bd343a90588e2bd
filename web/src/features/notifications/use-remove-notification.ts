import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { removeItem } from '#web/lib/list/list-changes.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { isHiddenInside } from './notification-changes.ts';
import {
  type NotificationFilter,
  notificationChanges,
  notificationPages,
  refetchNotifications,
} from './notifications.api.ts';
import { changeCounts } from './reading/use-mark-read.ts';
import { undoDuration } from './use-stop-notifications.ts';

/** Hides a notification in all lists until its event arrives. Returns a function that shows it again. */
function hideEntry(client: QueryClient, id: string): () => void {
  const filters = cachedInputs<NotificationFilter>(client, 'get_notifications_with_actors');
  const shows = filters.map((filter) => {
    const pages = client.getQueryData(notificationPages(filter).queryKey)?.pages ?? [];
    const known = [
      ...pages.map(({ live_cursor }) => live_cursor),
      ...notificationChanges.read(client, filter).added.map(({ seq }) => seq),
    ];
    // Between the latest event that the list contains and the next one.
    const seq = Math.max(0, ...known) + 0.5;
    const before = notificationChanges.read(client, filter);
    notificationChanges.update(client, filter, (changes) => removeItem(changes, id, seq));
    return () =>
      notificationChanges.update(client, filter, (changes) => {
        const { [id]: removedAt, ...removed } = changes.removed;
        // Otherwise an event has decided meanwhile.
        if (removedAt !== seq) return changes;
        const added = before.added.filter((item) => item.entry.id === id);
        return { ...changes, removed, added: [...added, ...changes.added] };
      });
  });
  return () => {
    for (const show of shows) show();
  };
}

/** Takes a notification out of lists and counts until its event arrives. Returns a function that reverts it. */
export function takeOut(client: QueryClient, id: string): () => void {
  const entry = readEntity(client, 'notification', id);
  const showAgain = hideEntry(client, id);
  const raise =
    entry && !entry.read
      ? changeCounts(client, (inside) => (isHiddenInside(entry, inside) ? 0 : -1))
      : () => {};
  return () => {
    raise();
    showAgain();
  };
}

/** Removes a notification from the list at once, and offers to undo it. */
export function useRemoveNotification() {
  const client = useQueryClient();
  const restore = (id: string) =>
    call('restore_notification', { notification_id: id }).then(
      ({ restored }) => {
        if (restored) void refetchNotifications(client);
        else toast({ title: t("It can't be restored anymore"), variant: 'destructive' });
      },
      (error: unknown) =>
        toast({
          title: t("Couldn't restore the notification"),
          description: toMessage(error, t('Please try again.')),
          variant: 'destructive',
        }),
    );
  return useOptimisticWrite<string, unknown>({
    write: (id) => call('delete_notification', { notification_id: id }),
    show: (id) => takeOut(client, id),
    settle: (_output, id) =>
      void toast({
        title: t('Notification removed'),
        duration: undoDuration,
        action: { label: t('Undo'), onPress: () => void restore(id) },
      }),
    failed: t("Couldn't remove the notification"),
  });
}
