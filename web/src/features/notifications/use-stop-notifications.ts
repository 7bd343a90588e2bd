import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Stop } from './notification-stop.ts';
import { postMuteQuery, usePostMute } from './preferences/post-mute.ts';
import { typeCopy } from './preferences/preference-copy.ts';
import { spacePreferencesQuery } from './preferences/preferences.api.ts';

/** How long undoing is offered, in milliseconds. */
export const undoDuration = 10_000;

const isMuted = ({ muted_until }: Pick<Conversation, 'muted_until'>): boolean =>
  muted_until !== null && Date.parse(muted_until) > Date.now();

/** Until when the viewer has muted a conversation. Chat keeps the conversation itself in another form. */
const conversationMuteQuery = (conversation_id: string) =>
  queryOptions({
    queryKey: ['get_conversation', { conversation_id }, 'mute'] as const,
    queryFn: async ({ client, signal }) => {
      const { conversation } = await getApiClient(client)(
        'get_conversation',
        { conversation_id },
        { signal },
      );
      return { muted_until: conversation.muted_until };
    },
    // The viewer may have muted it on another device.
    staleTime: 0,
  });

/** Whether notifications like one are stopped; false while that isn't known. With `when` false, nothing is requested. */
export function useIsStopped(stop: Stop | null, when: boolean): boolean {
  const preference = stop?.kind === 'preference' ? stop : null;
  const postId = stop?.kind === 'post' ? stop.post_id : null;
  const query = spacePreferencesQuery(preference?.space.id ?? '');
  const isWanted = when && preference !== null;
  const preferences = useQuery({ ...query, enabled: isWanted, staleTime: 60_000 }).data?.preferences;
  const mute = usePostMute(postId ?? '', when && postId !== null);
  const conversationId = stop?.kind === 'conversation' ? stop.conversation_id : null;
  const isConversation = when && conversationId !== null;
  const conversationMute = useQuery({
    ...conversationMuteQuery(conversationId ?? ''),
    enabled: isConversation,
  }).data;
  if (preference) return preferences?.[preference.preference] === false;
  if (conversationId) return conversationMute !== undefined && isMuted(conversationMute);
  return Boolean(mute);
}

/** What the button does that stops notifications, or turns them on again: "Turn off in Bread: Likes". */
export function toStopLabel(stop: Stop, isStopped: boolean): string {
  if (stop.kind === 'post') return isStopped ? t('Unmute this post') : t('Mute this post');
  if (stop.kind === 'conversation')
    return isStopped ? t('Unmute this conversation') : t('Mute this conversation');
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
  if (stop.kind === 'post') return { title: t('Post unmuted') };
  if (stop.kind === 'conversation') return { title: t('Conversation unmuted') };
  const preference = t(typeCopy[stop.preference].label);
  return {
    title: t('Turned on'),
    description: t('{preference} from {space}', { preference, space: stop.space.name }),
  };
}

/** The key of the query of `useIsStopped`. */
function keyOf(stop: Stop): QueryKey {
  if (stop.kind === 'post') return postMuteQuery(stop.post_id).queryKey;
  if (stop.kind === 'conversation') return conversationMuteQuery(stop.conversation_id).queryKey;
  return spacePreferencesQuery(stop.space.id).queryKey;
}

/** Stops notifications, or turns them on again, and stores what the server says about it. */
async function setStopped(client: QueryClient, stop: Stop, isStopped: boolean): Promise<void> {
  // What is being fetched may have been read before the change.
  await client.cancelQueries({ queryKey: keyOf(stop) });
  if (stop.kind === 'post') {
    const { post_id } = stop;
    const output = await (isStopped
      ? call('mute_post', { post_id, duration: 'always' })
      : call('unmute_post', { post_id }));
    client.setQueryData(postMuteQuery(post_id).queryKey, output);
  } else if (stop.kind === 'conversation') {
    const { conversation_id } = stop;
    const duration = isStopped ? 'always' : null;
    const { viewer_state } = await call('mute_conversation', { conversation_id, duration });
    const { muted_until } = viewer_state;
    client.setQueryData(conversationMuteQuery(conversation_id).queryKey, { muted_until });
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
