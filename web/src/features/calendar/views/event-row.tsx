import { Check, Clock, Lock, MapPin, Repeat, Users, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { toLockLine } from '#web/features/access/index.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { EventLink } from '../event/event-link.tsx';
import { isFull, toTone, toTurnout, toViewerRsvp } from '../event/event-state.ts';
import { toHours, toTimeThere } from '../event/event-times.ts';
import type { Day } from './calendar-days.ts';

const edgeClasses = {
  going: 'bg-accent',
  maybe: 'bg-accent-line/45',
  open: 'border border-field',
  declined: 'bg-field/40',
  past: 'bg-field/40',
  cancelled: 'bg-field/40',
};

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span aria-hidden="true" className="flex-none text-faint">
        {icon}
      </span>
      <span className="line-clamp-2 break-words">{children}</span>
    </span>
  );
}

/** An event in a day's list: when, what, where, who is going and the viewer's RSVP. */
export function EventRow({ event, day, now }: { event: CalendarEvent; day: Day; now: number }) {
  const tone = toTone(event, now);
  const timeThere = toTimeThere(event);
  const viewerRsvp = event.viewer_rsvp === 'no' ? null : toViewerRsvp(event, now);
  const isOn = tone !== 'cancelled' && Date.parse(event.starts_at) <= now && tone !== 'past';
  return (
    <li>
      <EventLink
        id={event.id}
        className="group flex gap-3 rounded-lg px-3 py-3 text-ink no-underline hover:bg-hover sm:gap-4 sm:px-4"
      >
        <span aria-hidden="true" className={cx('w-1 flex-none rounded-full', edgeClasses[tone])} />
        <span className="grid min-w-0 flex-1 grid-cols-1 content-center gap-1 sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:gap-x-4">
          <span className="text-sm text-soft tabular-nums sm:row-span-2 sm:pt-0.5">
            {toHours(event, day)}
          </span>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span
              className={cx(
                'min-w-0 font-semibold break-words',
                tone === 'cancelled' && 'text-soft line-through',
                tone === 'past' && 'text-soft',
              )}
            >
              {event.title}
            </span>
            {tone === 'cancelled' && <Badge tone="danger">{t('Canceled')}</Badge>}
            {isOn && (
              <Badge tone="accent" solid>
                {t('Now')}
              </Badge>
            )}
            {tone !== 'cancelled' && tone !== 'past' && isFull(event) && event.viewer_rsvp !== 'going' && (
              <Badge>{t('Full')}</Badge>
            )}
          </span>
          <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
            {timeThere && <Fact icon={<Clock size={14} />}>{timeThere}</Fact>}
            {event.location_type === 'in_person' && event.address && (
              <Fact icon={<MapPin size={14} />}>{event.address}</Fact>
            )}
            {event.location_type === 'link' && <Fact icon={<Video size={14} />}>{t('Online')}</Fact>}
            {event.lock && <Fact icon={<Lock size={14} />}>{toLockLine(event.lock)}</Fact>}
            {event.series_id && <Fact icon={<Repeat size={14} />}>{t('Repeats')}</Fact>}
            {(event.going_count > 0 || event.capacity !== null) && (
              <Fact icon={<Users size={14} />}>{toTurnout(event, now)}</Fact>
            )}
            {viewerRsvp && tone !== 'cancelled' && (
              <span className="inline-flex items-center gap-1.5 font-medium text-accent-text">
                <Check size={14} aria-hidden="true" className="flex-none" />
                {viewerRsvp}
              </span>
            )}
          </span>
        </span>
        {event.cover && (
          <img
            src={event.cover.url}
            srcSet={event.cover.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
            sizes="(min-width: 640px) 8rem, 4.5rem"
            alt=""
            loading="lazy"
            className={cx(
              'aspect-square w-18 flex-none self-center rounded-md object-cover sm:aspect-[2/1] sm:w-32',
              (tone === 'past' || tone === 'cancelled') && 'opacity-60',
            )}
            style={{ backgroundColor: event.cover.color }}
          />
        )}
      </EventLink>
    </li>
  );
}
