import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { CalendarEvent, Rsvp } from '#contract/features/calendar/calendar.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { attendeePages } from '../calendar.api.ts';
import { isFull, isOver, toTurnout } from './event-state.ts';

const rsvpNames: Record<Rsvp, Message> = {
  going: msg('Going'),
  waiting: msg('Waitlist'),
  maybe: msg('Maybe'),
  no: msg('Not going'),
};

/** How many photos the stack shows. */
const stackSize = 6;

/** Who is going as a stack of photos; opened, the attendees by RSVP. */
export function Attendees({ event, now }: { event: CalendarEvent; now: number }) {
  const over = isOver(event, now);
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const listId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 text-sm font-semibold">
        {t('Attendees')}
      </h3>
      <button
        type="button"
        className="-mx-2 flex min-h-11 max-w-full items-center gap-3 rounded-md px-2 text-left text-sm hover:bg-hover"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {event.going_count > 0 && <AttendeeStack event={event} />}
        <span className="min-w-0">
          <TurnoutText event={event} now={now} />
        </span>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className={cx('flex-none text-faint transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div id={listId} className="mt-2">
          <AttendeesByRsvp event={event} over={over} />
        </div>
      )}
    </section>
  );
}

function TurnoutText({ event, now }: { event: CalendarEvent; now: number }) {
  const over = isOver(event, now);
  const turnout = toTurnout(event, now);
  if (event.going_count === 0 && event.capacity === null) return t(emptyTexts[over ? 'over' : 'ahead'].going);
  return !over && isFull(event) && event.waitlist_count === 0 ? t('{turnout} · full', { turnout }) : turnout;
}

function AttendeeStack({ event }: { event: CalendarEvent }) {
  const ids = useInfiniteQuery(attendeePages(event.id, 'going')).data?.pages[0]?.person_ids;
  // Also before the photos are there, so that they move nothing.
  const count = Math.min(ids?.length ?? event.going_count, stackSize);
  return (
    <span className="avatar-stack [--behind:var(--raised)]" style={{ minWidth: `${count * 1.5 + 0.5}rem` }}>
      {ids?.slice(0, stackSize).map((id) => (
        <StackedPhoto key={id} id={id} />
      ))}
    </span>
  );
}

function StackedPhoto({ id }: { id: string }) {
  const person = useEntity('person', id);
  if (!person) return null;
  return <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />;
}

/** The attendees with one RSVP; the waitlist is in queue order. */
function AttendeesByRsvp({ event, over }: { event: CalendarEvent; over: boolean }) {
  const [rsvp, setRsvpFilter] = useState<Rsvp>('going');
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
    <>
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
      <AttendeeList key={rsvp} event={event} rsvp={rsvp} over={over} />
    </>
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

function AttendeeList({ event, rsvp, over }: { event: CalendarEvent; rsvp: Rsvp; over: boolean }) {
  const pages = useInfiniteQuery(attendeePages(event.id, rsvp));
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
          <Attendee key={id} spaceId={event.space_id} id={id} />
        ))}
      </List>
    </PagedList>
  );
}

function Attendee({ spaceId, id }: { spaceId: string; id: string }) {
  const person = useEntity('person', id);
  if (!person) return null;
  return (
    <li className="min-w-0 text-sm">
      <MemberLine person={person} spaceId={spaceId} size="sm" />
    </li>
  );
}
