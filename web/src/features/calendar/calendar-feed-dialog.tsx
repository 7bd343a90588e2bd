import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
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

/** Creates, copies, resets and turns off the private link that calendar apps subscribe to. */
export function CalendarFeedDialog(popup: PopupProps) {
  const client = useQueryClient();
  const query = useQuery({ ...calendarFeedQuery, enabled: popup.open });
  const [resetting, setResetting] = useState(false);
  const change = useMutation({
    mutationFn: async (action: 'create' | 'reset' | 'end') => {
      if (action === 'create') return await call('create_calendar_feed');
      if (action === 'reset') return await call('reset_calendar_feed');
      await call('delete_calendar_feed');
      return { feed: null };
    },
    onSuccess: (response, action) => {
      client.setQueryData(calendarFeedQuery.queryKey, response);
      setResetting(false);
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
  const feed = query.data?.feed ?? null;
  const copy = (url: string) =>
    copyWithToast(url, {
      copied: t('Link copied'),
      failed: { title: t('Copy failed'), description: t('Select the link and copy it manually.') },
    });
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
            <Button onClick={() => void copy(feed.url)}>{t('Copy link')}</Button>
          </div>
          {resetting ? (
            <div className="grid grid-cols-1 gap-2 rounded-md bg-sunken p-3 text-sm">
              <p>
                {t("Your current link will stop working. You'll need to subscribe again with the new one.")}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button size="sm" loading={change.isPending} onClick={() => change.mutate('reset')}>
                  {t('Reset link')}
                </Button>
                <Button size="sm" variant="quiet" onClick={() => change.mutate('end')}>
                  {t('Turn off link')}
                </Button>
                <Button size="sm" variant="quiet" onClick={() => setResetting(false)}>
                  {t('Cancel')}
                </Button>
              </div>
            </div>
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
        </div>
      ) : (
        <Button variant="primary" loading={change.isPending} onClick={() => change.mutate('create')}>
          {t('Create link')}
        </Button>
      )}
    </Dialog>
  );
}
