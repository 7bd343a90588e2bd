import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Stop } from './notification-stop.ts';
import { typeCopy } from './preferences/preference-copy.ts';
import { spacePreferencesQuery } from './preferences/preferences.api.ts';

/** How long undoing is offered, in milliseconds. */
export const undoDuration = 10_000;

/** What the button that stops notifications does: "Turn off likes from Bread". */
export function toStopLabel(stop: Stop): string {
  if (stop.kind === 'post') return t('Mute this post');
  if (stop.kind === 'conversation') return t('Mute this conversation');
  return t('Turn off in {space}: {preference}', {
    space: stop.space.name,
    preference: t(typeCopy[stop.preference].label),
  });
}

/** What is shown once notifications were stopped. */
function toStopped(stop: Stop): { title: string; description: string } {
  if (stop.kind === 'post')
    return {
      title: t('Post muted'),
      description: t("You'll still be notified when someone mentions you."),
    };
  if (stop.kind === 'conversation')
    return {
      title: t('Conversation muted'),
      description: t("It won't notify you, even if someone mentions you."),
    };
  const preference = t(typeCopy[stop.preference].label);
  return {
    title: t('Turned off'),
    description: t('{preference} from {space}', { preference, space: stop.space.name }),
  };
}

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
    mutationFn: async (stop: Stop): Promise<() => Promise<unknown>> => {
      if (stop.kind === 'post') {
        await call('mute_post', { post_id: stop.post_id, duration: 'always' });
        return () => call('unmute_post', { post_id: stop.post_id });
      }
      if (stop.kind === 'conversation') {
        const { conversation_id } = stop;
        await call('mute_conversation', { conversation_id, duration: 'always' });
        return () => call('mute_conversation', { conversation_id, duration: null });
      }
      const turn = (isOn: boolean) =>
        call('update_space_notification_preferences', { space_id: stop.space.id, [stop.preference]: isOn });
      await turn(false);
      // The space follows the general preference again if that is on.
      return () => turn(true);
    },
    onError: failed,
    onSuccess: (undo, stop) => {
      const refetch = async () => {
        if (stop.kind === 'preference')
          await client.invalidateQueries({ queryKey: spacePreferencesQuery(stop.space.id).queryKey });
      };
      void refetch();
      toast({
        ...toStopped(stop),
        duration: undoDuration,
        action: { label: t('Undo'), onPress: () => void undo().then(refetch, failed) },
      });
    },
  });
}
