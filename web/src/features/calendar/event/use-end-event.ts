import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarEvent, RecurrenceScope } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { eventEntity } from '../calendar.entity.ts';
import { refetchCalendar } from '../calendar.live.ts';

export type EndingAction = 'cancel' | 'delete';

/** Cancels or deletes an event. */
export function useEndEvent(event: CalendarEvent, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ action, scope }: { action: EndingAction; scope: RecurrenceScope }) => {
      const input = { event_id: event.id, scope };
      if (action === 'delete') await call('delete_event', input);
      else writeEntities(client, eventEntity, [(await call('cancel_event', input)).event]);
    },
    onSuccess: (_data, { action }) => {
      refetchCalendar({ client }, event.space_id);
      toast({ title: action === 'cancel' ? t('Event canceled') : t('Event deleted') });
      onDone();
    },
    onError: (error, { action }) => {
      toast({
        title: action === 'cancel' ? t("Couldn't cancel the event") : t("Couldn't delete the event"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    },
  });
}
