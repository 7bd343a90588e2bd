import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Mute } from '#contract/features/notifications/mutes.ts';
import { t } from '#contract/i18n/translate.ts';
import type { MuteDuration } from '#contract/values/mute-durations.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** The viewer's mute of a post. */
export const postMuteQuery = (post_id: string) => apiQuery('get_post_mute', { post_id });

/** The viewer's mute of a post; undefined until it is known. With `when` false, nothing is requested. */
export function usePostMute(postId: string, when: boolean): Mute | null | undefined {
  // A mute of some hours ends while the page is open.
  return useQuery({ ...postMuteQuery(postId), enabled: when, staleTime: 60_000 }).data?.mute;
}

/** Mutes a post for some time, or unmutes it without a duration. A toast says so. */
export function useSetPostMute(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (duration: MuteDuration | null) =>
      duration === null
        ? call('unmute_post', { post_id: postId })
        : call('mute_post', { post_id: postId, duration }),
    onSuccess: (output) => {
      client.setQueryData(postMuteQuery(postId).queryKey, output);
      toast(
        output.mute
          ? {
              title: t('Post muted'),
              description: t("You'll still be notified when someone mentions you."),
            }
          : { title: t('Post unmuted') },
      );
    },
    onError: (error) =>
      toast({
        title: t("Couldn't mute or unmute the post"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
}
