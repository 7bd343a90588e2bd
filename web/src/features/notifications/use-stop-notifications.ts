import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Stop } from './notification-reason.ts';
import { typeCopy } from './preferences/preference-copy.ts';
import { spacePreferencesQuery } from './preferences/preferences.api.ts';

/** How long undoing is offered, in milliseconds. */
export const undoDuration = 10_000;

interface Stopping {
  space: Notification['space'];
  stop: Stop;
}

/** What the button that stops notifications does: "Turn off likes from Bread". */
export const toStopLabel = ({ space, stop }: Stopping): string =>
  stop.kind === 'post'
    ? t('Mute this post')
    : t('Turn off in {space}: {preference}', {
        space: space.name,
        preference: t(typeCopy[stop.preference].label),
      });

/** Stops notifications like one, and offers to undo it. */
export function useStopNotifications() {
  const client = useQueryClient();
  const failed = (error: unknown) =>
    toast({
      title: t("Couldn't turn these off"),
      description: toMessage(error, t('Please try again.')),
      variant: 'destructive',
    });
  return useMutation({
    /** Returns what undoes it. */
    mutationFn: async ({ space, stop }: Stopping): Promise<() => Promise<unknown>> => {
      if (stop.kind === 'post') {
        await call('mute_post', { post_id: stop.post_id, duration: 'always' });
        return () => call('unmute_post', { post_id: stop.post_id });
      }
      const of = { space_id: space.id };
      // A space that followed the general preferences does so again.
      const { is_customized } = await client.fetchQuery(spacePreferencesQuery(space.id));
      await call('update_space_notification_preferences', { ...of, [stop.preference]: false });
      return () =>
        is_customized
          ? call('update_space_notification_preferences', { ...of, [stop.preference]: true })
          : call('reset_space_notification_preferences', of);
    },
    onError: failed,
    onSuccess: (undo, { space, stop }) => {
      const refetch = () => client.invalidateQueries({ queryKey: spacePreferencesQuery(space.id).queryKey });
      void refetch();
      toast({
        title: stop.kind === 'post' ? t('Post muted') : t('Turned off'),
        description:
          stop.kind === 'post'
            ? t("You'll still be notified when someone mentions you.")
            : toStoppedText({ space, stop }),
        duration: undoDuration,
        action: { label: t('Undo'), onPress: () => void undo().then(refetch, failed) },
      });
    },
  });
}

const toStoppedText = ({ space, stop }: Stopping) =>
  stop.kind === 'preference'
    ? t('{preference} from {space}', {
        preference: t(typeCopy[stop.preference].label),
        space: space.name,
      })
    : '';
