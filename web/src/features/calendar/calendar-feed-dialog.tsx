import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/api-client.ts';
import { copyAndSay } from '#web/lib/copy-text.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { calendarFeedQuery } from './calendar.api.ts';

/** The secret address under which calendar programs find one's events: made, copied, replaced, ended. */
export function CalendarFeedDialog(popup: PopupProps) {
  const client = useQueryClient();
  const query = useQuery({ ...calendarFeedQuery, enabled: popup.open });
  const [resetting, setResetting] = useState(false);
  const change = useMutation({
    mutationFn: async (act: 'create' | 'reset' | 'end') => {
      if (act === 'create') return await call('create_calendar_feed');
      if (act === 'reset') return await call('reset_calendar_feed');
      await call('delete_calendar_feed');
      return { feed: null };
    },
    onSuccess: (answer, act) => {
      client.setQueryData(calendarFeedQuery.queryKey, answer);
      setResetting(false);
      if (act === 'reset')
        toast({ title: 'New address made', description: 'The one until now no longer works.' });
    },
    onError: (error) => {
      toast({
        title: 'That did not work',
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
  const feed = query.data?.feed ?? null;
  const copy = (url: string) =>
    copyAndSay(url, {
      copied: 'Address copied',
      failed: { title: 'Copy failed', description: 'Mark the address and copy it by hand.' },
    });
  return (
    <Dialog
      {...popup}
      title="Subscribe to your calendar"
      description="The events of all your spaces in the calendar program you already use. It stays up to date by itself."
    >
      {query.isPending ? (
        <Skeleton shape="block" height="5rem" />
      ) : query.isError ? (
        <p className="flex items-center gap-3">
          The address could not be loaded.
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : feed ? (
        <div className="grid grid-cols-1 gap-4">
          <TextField
            label="Your secret address"
            hint="Whoever has it can read your events: do not share it."
            readOnly
            value={feed.url}
            onFocus={(event) => event.target.select()}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" render={<a href={feed.webcal_url}>Open in my calendar</a>}>
              Open in my calendar
            </Button>
            <Button onClick={() => void copy(feed.url)}>Copy address</Button>
          </div>
          {resetting ? (
            <div className="grid grid-cols-1 gap-2 rounded-md bg-sunken p-3 text-sm">
              <p>The address until now stops working everywhere. You subscribe anew with the new one.</p>
              <div className="flex flex-wrap gap-2">
                <Button size="sm" loading={change.isPending} onClick={() => change.mutate('reset')}>
                  Make a new address
                </Button>
                <Button size="sm" variant="quiet" onClick={() => change.mutate('end')}>
                  End it without a new one
                </Button>
                <Button size="sm" variant="quiet" onClick={() => setResetting(false)}>
                  Keep it
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
              Someone else has it?
            </Button>
          )}
        </div>
      ) : (
        <Button variant="primary" loading={change.isPending} onClick={() => change.mutate('create')}>
          Make my address
        </Button>
      )}
    </Dialog>
  );
}
