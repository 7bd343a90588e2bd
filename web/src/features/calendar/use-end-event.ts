import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarEvent, RecurrenceScope } from '#contract/calendar.ts';
import { call } from '#web/lib/api-client.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { refetchCalendar } from './calendar.live.ts';

export type EndingAction = 'cancel' | 'delete';

/** Cancels an event or takes it out of the calendar. */
export function useEndEvent(event: CalendarEvent, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, scope }: { act: EndingAction; scope: RecurrenceScope }) => {
      const input = { event_id: event.id, scope };
      if (act === 'delete') await call('delete_event', input);
      else writeEntities(client, { event: [(await call('cancel_event', input)).event] });
    },
    onSuccess: (_nothing, { act }) => {
      refetchCalendar({ client }, event.space_id);
      toast({ title: act === 'cancel' ? 'Event cancelled' : 'Event deleted' });
      onDone();
    },
    onError: (error, { act }) => {
      toast({
        title: act === 'cancel' ? "Couldn't cancel the event" : 'The event was not deleted',
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
}
