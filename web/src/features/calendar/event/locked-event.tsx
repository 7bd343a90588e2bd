import type { Lock } from '#contract/features/access/access.ts';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { Locked } from '#web/features/access/index.ts';
import { Button } from '#web/ui/button.tsx';
import { useCalendarContext } from '../calendar-context.ts';
import { toViewerRsvp } from './event-state.ts';
import { useRsvp } from './use-rsvp.ts';

interface LockedEventProps {
  event: CalendarEvent;
  lock: Lock;
  now: number;
}

/** In place of where an event is and who comes, for someone who can't open it: why, and when it opens. */
export function LockedEvent({ event, lock, now }: LockedEventProps) {
  const { subdomain } = useCalendarContext();
  return (
    <>
      <Locked title={t("This event isn't open to you yet")} lock={lock} subdomain={subdomain} />
      {event.viewer_rsvp !== null && <OwnRsvp event={event} now={now} />}
    </>
  );
}

/** The RSVP from before the event was locked, which can be withdrawn. */
function OwnRsvp({ event, now }: Pick<LockedEventProps, 'event' | 'now'>) {
  const rsvp = useRsvp(event.id);
  const canWithdraw = event.status === 'scheduled' && Date.parse(event.ends_at) > now;
  return (
    <p className="flex flex-wrap items-center justify-between gap-2">
      {toViewerRsvp(event, now)}
      {canWithdraw && (
        <Button size="sm" onClick={() => rsvp.mutate({ rsvp: null, all: false })}>
          {t('Withdraw')}
        </Button>
      )}
    </p>
  );
}
