import { useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import type { CalendarEvent } from '#contract/calendar.ts';
import { eventLinkOpensMinutes } from '#contract/limits.ts';
import { isApiError } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { eventLinkQuery } from './calendar.api.ts';

/** The way into an online event, once it is time; those who run it have it always. */
export function JoinLink({
  event,
  now,
  isModerator,
}: {
  event: CalendarEvent;
  now: number;
  isModerator: boolean;
}) {
  const opens = Date.parse(event.starts_at) - eventLinkOpensMinutes * 60_000;
  const isTime = now >= opens && now < Date.parse(event.ends_at);
  const asks = event.status === 'scheduled' && (isTime || isModerator);
  const link = useQuery({ ...eventLinkQuery(event.id), enabled: asks, staleTime: 60_000, retry: false });
  if (event.status === 'cancelled' || (now >= Date.parse(event.ends_at) && !isModerator))
    return <p>Online</p>;
  if (asks && link.isPending) return <Skeleton width="10rem" height="2.5rem" shape="block" />;
  if (link.data && asks) {
    return (
      <>
        <Button
          variant={isTime ? 'primary' : 'secondary'}
          icon={<Video size={18} aria-hidden="true" />}
          render={
            <a href={link.data.url} target="_blank" rel="noopener noreferrer">
              Join
            </a>
          }
        >
          {isTime ? 'Join now' : 'Open the link'}
        </Button>
        {!isTime && (
          <p className="mt-1.5 text-sm text-soft">Attendees get the link 15 minutes before the start.</p>
        )}
      </>
    );
  }
  if (asks && isApiError(link.error, 'event_link_requires_rsvp')) {
    return <p>{toMessage(link.error, 'Only people who are going can see the link.')}</p>;
  }
  return <p>Online. The link opens 15 minutes before the start.</p>;
}
