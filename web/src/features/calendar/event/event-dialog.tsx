import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, MapPin, Repeat, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { isMissing } from '#web/lib/api/api-client.ts';
import { readEntity, useEntity } from '#web/lib/cache/entity-cache.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { eventQuery } from '../calendar.api.ts';
import { toRepeatText } from '../event-form/repeat-text.ts';
import { Attendees } from './attendees.tsx';
import { EventMenu } from './event-menu.tsx';
import { isOver } from './event-state.ts';
import { toMovedText, toTimeThere, toWhen } from './event-times.ts';
import { JoinLink } from './join-link.tsx';
import { LockedEvent } from './locked-event.tsx';
import { RsvpButtons } from './rsvp-buttons.tsx';

interface EventDialogProps {
  space: Space;
  eventId: string;
  now: number;
  onClose: () => void;
  onEdit: (event: CalendarEventDetail) => void;
}

/** All details of one event. Shows what a list has already loaded right away. */
export function EventDialog({ space, eventId, now, onClose, onEdit }: EventDialogProps) {
  const query = useQuery({ ...eventQuery(eventId), retry: false });
  const event = useEntity('event', eventId);
  const isDeleted = isMissing(query.error);
  const shown = event && !isDeleted && event.space_id === space.id ? event : null;
  const canRsvp =
    shown !== null &&
    shown.lock === null &&
    space.membership !== null &&
    shown.status === 'scheduled' &&
    !isOver(shown, now);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAddressed
      size="md"
      phone="full"
      footer={canRsvp && <RsvpButtons event={shown} />}
      title={
        shown ? (
          <span className={shown.status === 'cancelled' ? 'text-soft line-through' : undefined}>
            {shown.title}
          </span>
        ) : (
          t('Event')
        )
      }
    >
      {shown ? (
        <EventBody space={space} event={shown} query={query} now={now} onClose={onClose} onEdit={onEdit} />
      ) : isDeleted || event ? (
        <EmptyState title={t('This event no longer exists')}>{t('It may have been deleted.')}</EmptyState>
      ) : query.isError ? (
        <LoadFailure title={t("Couldn't load the event")} onRetry={() => void query.refetch()}>
          {t('Check your connection and try again.')}
        </LoadFailure>
      ) : (
        <div className="grid grid-cols-1 gap-3" role="status" aria-busy="true" aria-label={t('Loading')}>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
          <Skeleton shape="block" height="8rem" />
        </div>
      )}
    </Dialog>
  );
}

type ShownEvent = Omit<CalendarEventDetail, 'description' | 'repeat' | 'is_exception' | 'moved_from'> &
  Partial<CalendarEventDetail>;

interface EventBodyProps extends Omit<EventDialogProps, 'eventId'> {
  event: ShownEvent;
  /** The request for what lists don't have. */
  query: Pick<UseQueryResult, 'isPending' | 'refetch'>;
}

function EventBody({ space, event, query, now, onClose, onEdit }: EventBodyProps) {
  const client = useQueryClient();
  const canEdit = space.permissions.canEditSpace;
  const readWhole = () => {
    const known = readEntity(client, 'event', event.id);
    return known?.description === undefined ? null : (known as CalendarEventDetail);
  };
  const edit = async () => {
    if (!readWhole()) await query.refetch({ cancelRefetch: false });
    const whole = readWhole();
    if (whole) onEdit(whole);
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      {event.cover && <Cover cover={event.cover} />}
      <EventFacts space={space} event={event} isLoading={query.isPending} now={now} />
      {event.lock && <LockedEvent event={event} lock={event.lock} now={now} />}
      {event.hosts.length > 0 && <Hosts spaceId={space.id} hosts={event.hosts} />}
      {!event.lock && (
        <>
          <Description text={event.description} query={query} />
          <Attendees event={event} now={now} />
        </>
      )}
      <EventMenu
        space={space}
        event={event}
        canEdit={canEdit}
        onEdit={() => void edit()}
        onDeleted={onClose}
      />
    </div>
  );
}

function Description({ text, query }: { text: string | undefined; query: EventBodyProps['query'] }) {
  if (text !== undefined) return text === '' ? null : <RichTextView html={text} />;
  if (query.isPending) return <Skeleton shape="block" height="4rem" />;
  return (
    <LoadFailure title={t("Couldn't load the description")} onRetry={() => void query.refetch()}>
      {t('Check your connection and try again.')}
    </LoadFailure>
  );
}

function Cover({ cover }: { cover: NonNullable<ShownEvent['cover']> }) {
  return (
    <img
      src={cover.url}
      srcSet={cover.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes="(min-width: 640px) 32rem, 100vw"
      alt=""
      width={cover.width}
      height={cover.height}
      className="h-40 w-full rounded-md object-cover"
      style={{ backgroundColor: cover.color }}
    />
  );
}

interface EventFactsProps {
  space: Space;
  event: ShownEvent;
  isLoading: boolean;
  now: number;
}

/** When, where and how often an event takes place. */
function EventFacts({ space, event, isLoading, now }: EventFactsProps) {
  const viewer = useViewer();
  const timeThere = toTimeThere(event);
  const isOrganizer = space.permissions.canEditSpace || event.hosts.some(({ id }) => id === viewer?.id);
  const over = isOver(event, now);
  return (
    <dl className="grid grid-cols-1 gap-3">
      <Fact name={t('When')} icon={<CalendarDays size={18} />}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {toWhen(event)}
          {timeThere && <span className="font-normal text-soft">({timeThere})</span>}
          {event.status === 'cancelled' && <Badge tone="danger">{t('Canceled')}</Badge>}
          {event.status === 'scheduled' && over && <Badge>{t('Ended')}</Badge>}
        </p>
        {event.moved_from && <p className="text-sm text-soft">{toMovedText(event, event.moved_from)}</p>}
      </Fact>
      {event.series_id && (
        <Fact name={t('Repeats')} icon={<Repeat size={18} />}>
          {event.repeat ? (
            toRepeatText(event.repeat)
          ) : isLoading ? (
            <Skeleton width="12rem" />
          ) : (
            t('Part of a series')
          )}
        </Fact>
      )}
      {event.location_type === 'in_person' && event.address && (
        <Fact name={t('Location')} icon={<MapPin size={18} />}>
          <span className="min-w-0 wrap-anywhere whitespace-pre-line">{event.address}</span>
        </Fact>
      )}
      {event.location_type === 'link' && (
        <Fact name={t('Location')} icon={<Video size={18} />}>
          {space.membership ? (
            <JoinLink event={event} now={now} isOrganizer={isOrganizer} />
          ) : (
            t('Online, for members')
          )}
        </Fact>
      )}
    </dl>
  );
}

function Hosts({ spaceId, hosts }: { spaceId: string; hosts: ShownEvent['hosts'] }) {
  return (
    <section aria-label={t('Hosts')} className="flex flex-wrap gap-x-5 gap-y-2">
      {hosts.map((host) => (
        <MemberLine key={host.id} person={host} spaceId={spaceId} size="sm">
          <span className="block text-sm text-soft">{t('Host')}</span>
        </MemberLine>
      ))}
    </section>
  );
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="flex-none pt-0.5 text-faint">
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
