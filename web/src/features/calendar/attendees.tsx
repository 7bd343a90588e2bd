import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CalendarEvent, Rsvp } from '#contract/calendar.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { attendeePages } from './calendar.api.ts';

const names: Record<Rsvp, string> = { going: 'Going', waiting: 'Waiting', maybe: 'Maybe', no: 'Not coming' };

/** Who comes, by what they answered; the waiting list in its order. */
export function Attendees({ event }: { event: CalendarEvent }) {
  const [answer, setAnswer] = useState<Rsvp>('going');
  const titleId = useId();
  const counts: Record<Rsvp, number | null> = {
    going: event.going_count,
    waiting: event.waiting_count,
    maybe: event.maybe_count,
    no: null,
  };
  const shown = (['going', 'waiting', 'maybe', 'no'] as const).filter(
    (name) => name === answer || name === 'going' || name === 'no' || (counts[name] ?? 0) > 0,
  );
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 text-sm font-semibold">
        Who comes
      </h3>
      <div className="mb-3 flex flex-wrap gap-2">
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={name === answer}
            onClick={() => setAnswer(name)}
          >
            {names[name]}
            {counts[name] !== null && <span className="text-faint tabular-nums"> {counts[name]}</span>}
          </button>
        ))}
      </div>
      <AttendeeList key={answer} eventId={event.id} answer={answer} />
    </section>
  );
}

const nobody: Record<Rsvp, string> = {
  going: 'Nobody has said yet that they come.',
  waiting: 'Nobody is waiting.',
  maybe: 'Nobody yet.',
  no: 'Nobody has said no.',
};

function AttendeeList({ eventId, answer }: { eventId: string; answer: Rsvp }) {
  const pages = useInfiniteQuery(attendeePages(eventId, answer));
  const ids = pages.data?.pages.flatMap(({ person_ids }) => person_ids) ?? [];
  if (pages.isPending) return <Skeleton width="50%" />;
  if (pages.isError && ids.length === 0) {
    return (
      <p className="flex items-center gap-3 text-sm text-soft">
        The list could not be loaded.
        <Button size="sm" onClick={() => void pages.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (ids.length === 0) return <p className="text-sm text-soft">{nobody[answer]}</p>;
  const List = answer === 'waiting' ? 'ol' : 'ul';
  return (
    <>
      <List className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {ids.map((id) => (
          <Attendee key={id} id={id} />
        ))}
      </List>
      {pages.hasNextPage && (
        <Button
          size="sm"
          className="mt-3"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
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
