import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CalendarEvent, Rsvp } from '#contract/features/calendar/calendar.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { attendeePages } from '../calendar.api.ts';
import { isOver } from './event-state.ts';

const rsvpNames: Record<Rsvp, Message> = {
  going: msg('Going'),
  waiting: msg('Waitlist'),
  maybe: msg('Maybe'),
  no: msg('Not going'),
};

/** Attendees by RSVP; the waitlist is in queue order. */
export function Attendees({ event, now }: { event: CalendarEvent; now: number }) {
  const over = isOver(event, now);
  const [rsvp, setRsvpFilter] = useState<Rsvp>('going');
  const titleId = useId();
  const counts: Record<Rsvp, number | null> = {
    going: event.going_count,
    waiting: event.waitlist_count,
    maybe: event.maybe_count,
    no: null,
  };
  const shown = (['going', 'waiting', 'maybe', 'no'] as const).filter(
    (name) => name === rsvp || name === 'going' || name === 'no' || (counts[name] ?? 0) > 0,
  );
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 text-sm font-semibold">
        {t('Attendees')}
      </h3>
      <div className="mb-3 flex flex-wrap gap-2">
        {shown.map((name) => {
          const count = counts[name];
          return (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === rsvp}
              onClick={() => setRsvpFilter(name)}
            >
              {t(rsvpNames[name])}
              {count !== null && <span className="text-faint tabular-nums"> {formatNumber(count)}</span>}
            </button>
          );
        })}
      </div>
      <AttendeeList key={rsvp} eventId={event.id} rsvp={rsvp} over={over} />
    </section>
  );
}

/** Text of an empty list, before and after the end of the event. */
const emptyTexts: Record<'ahead' | 'over', Record<Rsvp, Message>> = {
  ahead: {
    going: msg('No one is going yet.'),
    waiting: msg('No one is on the waitlist.'),
    maybe: msg('No one has replied maybe.'),
    no: msg('No one has declined.'),
  },
  over: {
    going: msg('No one was going.'),
    waiting: msg('No one was on the waitlist.'),
    maybe: msg('No one replied maybe.'),
    no: msg('No one declined.'),
  },
};

function AttendeeList({ eventId, rsvp, over }: { eventId: string; rsvp: Rsvp; over: boolean }) {
  const pages = useInfiniteQuery(attendeePages(eventId, rsvp));
  const ids = pages.data?.pages.flatMap(({ person_ids }) => person_ids) ?? [];
  const List = rsvp === 'waiting' ? 'ol' : 'ul';
  return (
    <PagedList
      pages={pages}
      count={ids.length}
      skeleton={<Skeleton width="50%" />}
      empty={<p className="text-sm text-soft">{t(emptyTexts[over ? 'over' : 'ahead'][rsvp])}</p>}
      failure={{ text: t("Couldn't load the list.") }}
      more={{ near: null, size: 'sm' }}
    >
      <List className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {ids.map((id) => (
          <Attendee key={id} id={id} />
        ))}
      </List>
    </PagedList>
  );
}

function Attendee({ id }: { id: string }) {
  const person = useEntity('person', id);
  if (!person) return null;
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />
      <span className="truncate text-sm">{person.full_name}</span>
    </li>
  );
}
