import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CalendarEventDetail, RecurrenceScope } from '#contract/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchCalendar } from '../calendar.live.ts';
import { type EventDraft, type Problems, type toChanges, toFields, toProblems } from './event-draft.ts';

interface SaveEvent {
  space: Space;
  /** The event to edit; null creates a new one. */
  event: CalendarEventDetail | null;
  /** Called with the saved event: another one if a new rule replaced the edited event. */
  onSaved: (eventId: string) => void;
  /** Called with errors that belong to a field. */
  onProblems: (problems: Problems) => void;
}
interface Save {
  draft: EventDraft;
  changes: ReturnType<typeof toChanges> | null;
  scope: RecurrenceScope;
}

/** Saves the form. Retrying after a lost response doesn't create a new event twice. */
export function useSaveEvent({ space, event, onSaved, onProblems }: SaveEvent) {
  const client = useQueryClient();
  const clientId = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ draft, changes, scope }: Save) => {
      if (event) return await call('update_event', { event_id: event.id, ...changes, scope });
      clientId.current ??= newClientId();
      return await call('create_event', {
        space_id: space.id,
        client_id: clientId.current,
        ...toFields(draft),
      });
    },
    onSuccess: (rsvp) => {
      clientId.current = null;
      writeEntities(client, { event: [rsvp.event] });
      refetchCalendar({ client }, space.id);
      void client.invalidateQueries({ queryKey: ['get_event'] });
      void client.invalidateQueries({ queryKey: ['get_event_link'] });
      toast({ title: event ? t('Event saved') : t('Event created') });
      onSaved(rsvp.event.id);
    },
    onError: (error) => {
      const message = toMessage(error, t('Please try again.'));
      if (isApiError(error)) onProblems(toProblems(error));
      // The form keeps its contents.
      toast({ title: t("Couldn't save the event"), description: message, variant: 'destructive' });
    },
  });
}
