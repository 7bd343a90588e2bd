import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { SnoozeDuration } from '#contract/features/notifications/choices.ts';
import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchNotifications } from './notifications.api.ts';
import { takeOut } from './use-remove-notification.ts';
import { undoDuration } from './use-stop-notifications.ts';

const sixDays = 6 * 24 * 60 * 60_000;

/** `Mon 9:00 AM`, and from six days on, when the day could be taken for today, `Mon, Nov 30, 9:00 AM`. */
export function toReturnTime(until: string): string {
  const at = Date.parse(until);
  const date = at - Date.now() < sixDays ? {} : ({ month: 'short', day: 'numeric' } as const);
  return dateTimeFormat({ weekday: 'short', ...date, ...clockFormat }).format(at);
}

/** Ends a snooze. The notification is where it was, read or unread. */
const endSnooze = (id: string, read: boolean): Promise<unknown> =>
  read
    ? call('unsnooze_notification', { notification_id: id })
    : call('mark_notifications_as_unread', { notification_ids: [id] });

const showAgain = (client: QueryClient, id: string, read: boolean) =>
  endSnooze(id, read).then(
    () => refetchNotifications(client),
    (error: unknown) =>
      toast({
        title: t("Couldn't restore the notification"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  );

interface Snooze {
  id: string;
  duration: SnoozeDuration;
  /** Whether it was read before. */
  read: boolean;
}

/** Takes a notification out of the list for some time, and offers to undo it. */
export function useSnooze() {
  const client = useQueryClient();
  return useOptimisticWrite<Snooze, { snoozed_until: string | null }>({
    write: ({ id, duration }) => call('snooze_notification', { notification_id: id, duration }),
    show: ({ id }) => takeOut(client, id),
    settle: ({ snoozed_until }, { id, read }) => {
      void client.invalidateQueries({ queryKey: ['get_notifications_with_actors', { state: 'snoozed' }] });
      if (snoozed_until === null) return;
      toast({
        title: t('Snoozed until {time}', { time: toReturnTime(snoozed_until) }),
        duration: undoDuration,
        action: { label: t('Undo'), onPress: () => void showAgain(client, id, read) },
      });
    },
    failed: t("Couldn't snooze the notification"),
  });
}

/** Puts a snoozed notification back into the list, unread. */
export function useBringBack() {
  const client = useQueryClient();
  return useOptimisticWrite<string, unknown>({
    write: (id) => endSnooze(id, false),
    show: (id) => (readEntity(client, 'notification', id) ? takeOut(client, id) : undefined),
    settle: () => void refetchNotifications(client),
    failed: t("Couldn't restore the notification"),
  });
}
