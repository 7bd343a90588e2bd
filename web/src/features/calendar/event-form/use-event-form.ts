import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CalendarEventDetail, RecurrenceScope } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { eventLinkQuery } from '../calendar.api.ts';
import { eventEntity } from '../calendar.entity.ts';
import { refetchCalendar } from '../calendar.live.ts';
import type { Planning } from '../calendar-context.ts';
import {
  type EventDraft,
  emptyDraft,
  findProblems,
  hasOtherRules,
  type Problems,
  restoreDraft,
  toAccess,
  toChanges,
  toDraft,
  toFields,
  toNewAccess,
  toProblems,
} from './event-draft.ts';

interface EventFormOptions {
  space: Space;
  viewerId: string;
  planning: Planning;
  /** Called with the saved event: another one if a new rule replaced the edited event. */
  onSaved: (eventId: string) => void;
  onFailed: () => void;
  onDiscarded: () => void;
}

/** The event as the form opened it. Its link is requested separately: only people who may see it get it. */
function useInitialDraft(planning: Planning, event: CalendarEventDetail | null) {
  const isLink = event?.location_type === 'link';
  const link = useQuery({ ...eventLinkQuery(event?.id ?? ''), enabled: isLink, retry: false });
  const [opened] = useState(() => ('event' in planning ? toDraft(planning.event) : emptyDraft(planning.day)));
  const url = link.data?.url;
  const initial: EventDraft = isLink ? { ...opened, url: url ?? '' } : opened;
  return { initial, url };
}

interface EventSave {
  event: CalendarEventDetail;
  initial: EventDraft;
  sent: EventDraft;
  scope: RecurrenceScope;
  /** Called if the rules were saved and the rest wasn't. */
  onOnlyRules: () => void;
}

/** Saves what was changed of an event: first its rules, which count for the whole series. */
async function saveEvent({
  event,
  initial,
  sent,
  scope,
  onOnlyRules,
}: EventSave): Promise<CalendarEventDetail> {
  const event_id = event.id;
  let { access } = event;
  const savesRules = hasOtherRules(sent);
  if (savesRules) access = (await call('set_event_access', { event_id, ...toAccess(sent) })).access;
  const changes = toChanges(initial, sent);
  if (Object.keys(changes).length === 0) return { ...event, access };
  try {
    return (await call('update_event', { event_id, ...changes, scope })).event;
  } catch (error) {
    if (savesRules) onOnlyRules();
    throw error;
  }
}

/** The form that creates or edits an event: its draft in this browser, what differs from the event, and saving. */
export function useEventForm({ space, viewerId, planning, ...callbacks }: EventFormOptions) {
  const client = useQueryClient();
  const event = 'event' in planning ? planning.event : null;
  const { initial, url } = useInitialDraft(planning, event);
  const draft = useBrowserDraft({
    userId: viewerId,
    draftKey: event ? `event:${event.id}` : `new-event:${space.id}`,
    initial,
    parse: (saved) => restoreDraft(initial, saved as Partial<EventDraft>),
  });
  const { values, change } = draft;
  // A draft that was typed before the link arrived gets it; one with a link keeps its own.
  const isLinkMissing = url !== undefined && values.location_type === 'link' && values.url === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the link arrives; it can be deleted afterwards.
  useEffect(() => {
    if (isLinkMissing) change({ url });
  }, [url]);
  const changes = event ? toChanges(initial, values) : null;
  const isUnchanged = changes !== null && Object.keys(changes).length === 0;
  /** Which events of a series are saved. */
  const scope = useRef<RecurrenceScope>('this');
  const form = useDraftedForm<EventDraft, Problems, CalendarEventDetail>({
    storage: draft,
    validate: findProblems,
    send: async (sent, client_id) => {
      const onOnlyRules = () => change({ saved_access: sent.access });
      if (event) return await saveEvent({ event, initial, sent, scope: scope.current, onOnlyRules });
      const fields = { ...toFields(sent), access: toNewAccess(sent) };
      return (await call('create_event', { space_id: space.id, client_id, ...fields })).event;
    },
    onSent: (saved) => {
      writeEntities(client, eventEntity, [saved]);
      refetchCalendar({ client }, space.id);
      void client.invalidateQueries({ queryKey: ['get_event'] });
      void client.invalidateQueries({ queryKey: ['get_event_link'] });
      toast({ title: event ? t('Event saved') : t('Event created') });
      callbacks.onSaved(saved.id);
    },
    onDiscarded: callbacks.onDiscarded,
    failure: (error) => {
      // The form keeps its contents.
      const description = toMessage(error, t('Please try again.'));
      toast({ title: t("Couldn't save the event"), description, variant: 'destructive' });
      callbacks.onFailed();
      return isApiError(error) ? toProblems(error) : null;
    },
  });
  return {
    ...form,
    event,
    draft: values,
    initial,
    changes,
    isClean: event
      ? isUnchanged && !hasOtherRules(values)
      : JSON.stringify(values) === JSON.stringify(initial),
    /** Whether nothing but the rules of a series was changed, which count for all of its events. */
    hasOnlyOtherRules: isUnchanged && hasOtherRules(values),
    submit: (which: RecurrenceScope) => {
      scope.current = which;
      form.submit();
    },
  };
}
