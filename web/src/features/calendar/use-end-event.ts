import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarEvent, EventScope } from '#contract/calendar.ts';
import { call } from '#web/lib/api-client.ts';
import { writeEntities } from '#web/lib/entity-cache.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { readCalendarAnew } from './calendar.live.ts';

export type EndingAct = 'cancel' | 'delete';

/** Cancels an event or takes it out of the calendar. */
export function useEndEvent(event: CalendarEvent, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, scope }: { act: EndingAct; scope: EventScope }) => {
      const input = { event_id: event.id, scope };
      if (act === 'delete') await call('delete_event', input);
      else writeEntities(client, { event: [(await call('cancel_event', input)).event] });
    },
    onSuccess: (_nothing, { act }) => {
      readCalendarAnew({ client }, event.space_id);
      toast({ title: act === 'cancel' ? 'Event cancelled' : 'Event deleted' });
      onDone();
    },
    onError: (error, { act }) => {
      toast({
        title: act === 'cancel' ? 'The event was not cancelled' : 'The event was not deleted',
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
}
