import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import {
  AccessDialog,
  type ItemAccess,
  ItemPreview,
  MemberAccessTable,
  supposedMember,
  targetsIn,
} from '#web/features/access/index.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchCalendar } from '../calendar.live.ts';
import { eventAccessPages, eventPreviewQuery } from './event-access.api.ts';

interface EventAccessDialogProps {
  space: Space;
  event: CalendarEvent;
  onClose: () => void;
}

/** How who can open an event and its series is read and changed. */
function useEventAccess(space: Space, { id: event_id, series_id }: CalendarEvent): ItemAccess {
  const client = useQueryClient();
  const call = getApiClient(client);
  return {
    // The rules are those of the series, and so is what is typed.
    item: { kind: 'event', id: series_id ?? event_id },
    space_id: space.id,
    closedText:
      series_id === null
        ? t("Others see the title, when it is, and a lock that says what is missing. They can't RSVP.")
        : t(
            "The rules count for the whole series. Others see the title, when it is, and a lock that says what is missing. They can't RSVP.",
          ),
    targets: targetsIn(space),
    save: async (settings) => {
      try {
        await call('set_event_access', { event_id, ...settings });
      } catch (error) {
        const description = toMessage(error, t('Please try again.'));
        toast({ title: t("Couldn't save the rules"), description, variant: 'destructive' });
        return false;
      }
      refetchCalendar({ client }, space.id);
      await client.invalidateQueries({ queryKey: ['get_event'] });
      return true;
    },
    give: async (client_id, to) => (await call('give_event_access', { event_id, client_id, to })).given_count,
    take: async (from) => (await call('take_event_access', { event_id, from })).taken_count,
    refetchMembers: () => void client.invalidateQueries({ queryKey: ['list_event_access'] }),
  };
}

/** Who can open an event and its series. */
export function EventAccessDialog({ space, event, onClose }: EventAccessDialogProps) {
  const viewer = useViewer();
  const access = useEventAccess(space, event);
  if (!viewer) return null;
  return (
    <AccessDialog
      title={event.title}
      access={access}
      settings={event.access}
      viewerId={viewer.id}
      members={<Members eventId={event.id} access={access} />}
      preview={(hasUnsavedRules) => <Preview eventId={event.id} hasUnsavedRules={hasUnsavedRules} />}
      onClose={onClose}
    />
  );
}

function Members({ eventId, access }: { eventId: string; access: ItemAccess }) {
  return <MemberAccessTable access={access} pages={useInfiniteQuery(eventAccessPages(eventId))} />;
}

function Preview({ eventId, hasUnsavedRules }: { eventId: string; hasUnsavedRules: boolean }) {
  const [member, setMember] = useState(supposedMember.newest);
  const query = useQuery({ ...eventPreviewQuery(eventId, member), placeholderData: keepPreviousData });
  return (
    <ItemPreview
      hasUnsavedRules={hasUnsavedRules}
      member={member}
      query={query}
      title={t("This event isn't open to them yet")}
      onChange={setMember}
    />
  );
}
