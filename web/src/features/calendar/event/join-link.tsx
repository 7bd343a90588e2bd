import { useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { eventLinkOpensMinutes } from '#contract/values/limits.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { eventLinkQuery } from '../calendar.api.ts';

/** The link to an online event, shown once it is time; hosts and moderators always see it. */
export function JoinLink({
  event,
  now,
  isOrganizer,
}: {
  event: CalendarEvent;
  now: number;
  isOrganizer: boolean;
}) {
  const opens = Date.parse(event.starts_at) - eventLinkOpensMinutes * 60_000;
  const isTime = now >= opens && now < Date.parse(event.ends_at);
  const isFetched = event.status === 'scheduled' && (isTime || isOrganizer);
  const link = useQuery({ ...eventLinkQuery(event.id), enabled: isFetched, staleTime: 60_000, retry: false });
  if (event.status === 'cancelled' || (now >= Date.parse(event.ends_at) && !isOrganizer))
    return <p>{t('Online')}</p>;
  if (isFetched && link.isPending) return <Skeleton width="10rem" height="2.5rem" shape="block" />;
  if (link.data && isFetched) {
    return (
      <>
        <Button
          variant={isTime ? 'primary' : 'secondary'}
          icon={<Video size={18} aria-hidden="true" />}
          render={
            <a href={link.data.url} target="_blank" rel="noopener noreferrer">
              {t('Join')}
            </a>
          }
        >
          {isTime ? t('Join now') : t('Open the link')}
        </Button>
        {!isTime && (
          <p className="mt-1.5 text-sm text-soft">
            {t('Attendees get the link 15 minutes before the start.')}
          </p>
        )}
      </>
    );
  }
  if (isFetched && isApiError(link.error, 'event_link_requires_rsvp')) {
    return <p>{toMessage(link.error, t('Only people who are going can see the link.'))}</p>;
  }
  return <p>{t('Online. The link opens 15 minutes before the start.')}</p>;
}
