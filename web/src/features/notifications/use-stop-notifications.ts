import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Stop } from './notification-stop.ts';
import { postMuteQuery, usePostMute } from './preferences/post-mute.ts';
import { typeCopy } from './preferences/preference-copy.ts';
import { spacePreferencesQuery } from './preferences/preferences.api.ts';

/** How long undoing is offered, in milliseconds. */
export const undoDuration = 10_000;

/** Whether notifications like one are stopped; false while that isn't known. With `when` false, nothing is requested. */
export function useIsStopped(stop: Stop | null, when: boolean): boolean {
  const preference = stop?.kind === 'preference' ? stop : null;
  const postId = stop?.kind === 'post' ? stop.post_id : null;
  const query = spacePreferencesQuery(preference?.space.id ?? '');
  const isWanted = when && preference !== null;
  const preferences = useQuery({ ...query, enabled: isWanted, staleTime: 60_000 }).data?.preferences;
  const mute = usePostMute(postId ?? '', when && postId !== null);
  return preference ? preferences?.[preference.preference] === false : Boolean(mute);
}

/** What the button does that stops notifications, or turns them on again: "Turn off in Bread: Likes". */
export function toStopLabel(stop: Stop, isStopped: boolean): string {
  if (stop.kind === 'post') return isStopped ? t('Unmute this post') : t('Mute this post');
  if (stop.kind === 'conversation') return t('Mute this conversation');
  const values = { space: stop.space.name, preference: t(typeCopy[stop.preference].label) };
  return isStopped
    ? t('Turn on in {space}: {preference}', values)
    : t('Turn off in {space}: {preference}', values);
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

/** What is shown once notifications were turned on again. */
function toResumed(stop: Stop): { title: string; description?: string } {
  if (stop.kind !== 'preference') return { title: t('Post unmuted') };
  const preference = t(typeCopy[stop.preference].label);
  return {
    title: t('Turned on'),
    description: t('{preference} from {space}', { preference, space: stop.space.name }),
  };
}

/** Stops notifications, or turns them on again, and stores what the server says about it. */
async function setStopped(client: QueryClient, stop: Stop, isStopped: boolean): Promise<void> {
  if (stop.kind === 'post') {
    const { post_id } = stop;
    const output = await (isStopped
      ? call('mute_post', { post_id, duration: 'always' })
      : call('unmute_post', { post_id }));
    client.setQueryData(postMuteQuery(post_id).queryKey, output);
  } else if (stop.kind === 'conversation') {
    const { conversation_id } = stop;
    await call('mute_conversation', { conversation_id, duration: isStopped ? 'always' : null });
  } else {
    const space_id = stop.space.id;
    const changes = { [stop.preference]: !isStopped };
    const output = await call('update_space_notification_preferences', { space_id, ...changes });
    client.setQueryData(spacePreferencesQuery(space_id).queryKey, output);
  }
}

/** Stops notifications like one, and offers to undo it; or turns them on again. */
export function useStopNotifications() {
  const client = useQueryClient();
  const failed = (isStopped: boolean) => (error: unknown) =>
    toast({
      title: isStopped ? t("Couldn't turn these off") : t("Couldn't turn these on"),
      description: toMessage(error, t('Please try again.')),
      variant: 'destructive',
    });
  return useMutation({
    mutationFn: ({ stop, isStopped }: { stop: Stop; isStopped: boolean }) =>
      setStopped(client, stop, isStopped),
    onError: (error, { isStopped }) => failed(isStopped)(error),
    onSuccess: (_output, { stop, isStopped }) => {
      const undo = () => void setStopped(client, stop, false).catch(failed(false));
      toast(
        isStopped
          ? { ...toStopped(stop), duration: undoDuration, action: { label: t('Undo'), onPress: undo } }
          : toResumed(stop),
      );
    },
  });
}
