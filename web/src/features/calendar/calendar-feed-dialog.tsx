import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { calendarEndpoints } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { calendarFeedQuery } from './calendar.api.ts';

type CalendarFeed = NonNullable<EndpointOutput<(typeof calendarEndpoints)['get_calendar_feed']>['feed']>;

/** Creates, resets or turns off the viewer's link. Shows a toast after a reset and after a failure. */
function useChangeCalendarFeed(onChanged: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: 'create' | 'reset' | 'end') => {
      if (action === 'create') return await call('create_calendar_feed');
      if (action === 'reset') return await call('reset_calendar_feed');
      await call('delete_calendar_feed');
      return { feed: null };
    },
    onSuccess: (response, action) => {
      client.setQueryData(calendarFeedQuery.queryKey, response);
      onChanged();
      if (action === 'reset')
        toast({ title: t('Link reset'), description: t('The old link no longer works.') });
    },
    onError: (error) => {
      toast({
        title: t("Couldn't update your calendar link"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    },
  });
}

/** Creates, copies, resets and turns off the private link that calendar apps subscribe to. */
export function CalendarFeedDialog(popup: PopupProps) {
  const query = useQuery({ ...calendarFeedQuery, enabled: popup.open });
  const [isResetting, setResetting] = useState(false);
  const change = useChangeCalendarFeed(() => setResetting(false));
  const feed = query.data?.feed ?? null;
  return (
    <Dialog
      {...popup}
      title={t('Subscribe to your calendar')}
      description={t('See events from all your spaces in your calendar app. Updates automatically.')}
    >
      {query.isPending ? (
        <Skeleton shape="block" height="5rem" />
      ) : query.isError ? (
        <p className="flex items-center gap-3">
          {t("Couldn't load your calendar link.")}
          <Button size="sm" onClick={() => void query.refetch()}>
            {t('Try again')}
          </Button>
        </p>
      ) : feed ? (
        <FeedLink feed={feed}>
          {isResetting ? (
            <ResetConfirmation
              isPending={change.isPending}
              onReset={() => change.mutate('reset')}
              onTurnOff={() => change.mutate('end')}
              onCancel={() => setResetting(false)}
            />
          ) : (
            <Button
              size="sm"
              variant="quiet"
              className="justify-self-start"
              onClick={() => setResetting(true)}
            >
              {t('Reset link…')}
            </Button>
          )}
        </FeedLink>
      ) : (
        <Button variant="primary" loading={change.isPending} onClick={() => change.mutate('create')}>
          {t('Create link')}
        </Button>
      )}
    </Dialog>
  );
}

interface FeedLinkProps {
  feed: CalendarFeed;
  /** What else can be done with the link; shown below it. */
  children: ReactNode;
}

/** The link, to open in a calendar app or to copy. */
function FeedLink({ feed, children }: FeedLinkProps) {
  const copy = () =>
    copyWithToast(feed.url, {
      copied: t('Link copied'),
      failed: { title: t('Copy failed'), description: t('Select the link and copy it manually.') },
    });
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label={t('Private link')}
        hint={t("Anyone with this link can see your events. Don't share it.")}
        readOnly
        value={feed.url}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" render={<a href={feed.webcal_url}>{t('Open in calendar app')}</a>}>
          {t('Open in calendar app')}
        </Button>
        <Button onClick={() => void copy()}>{t('Copy link')}</Button>
      </div>
      {children}
    </div>
  );
}

interface ResetConfirmationProps {
  isPending: boolean;
  onReset: () => void;
  onTurnOff: () => void;
  onCancel: () => void;
}

/** Asks before the current link stops working. */
function ResetConfirmation({ isPending, onReset, onTurnOff, onCancel }: ResetConfirmationProps) {
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md bg-sunken p-3 text-sm">
      <p>{t("Your current link will stop working. You'll need to subscribe again with the new one.")}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={isPending} onClick={onReset}>
          {t('Reset link')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onTurnOff}>
          {t('Turn off link')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  );
}
