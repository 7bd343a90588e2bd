import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Post } from '#contract/features/posts/posts.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { writeChangedPost } from '../posts.live.ts';

/** Pins or unpins a post. Not optimistic: only the server knows how many posts are pinned. */
export function usePinPost() {
  const client = useQueryClient();
  return useMutation<Post, Error, { post_id: string; pinned: boolean }>({
    mutationFn: async ({ post_id, pinned }) =>
      (await call(pinned ? 'pin_post' : 'unpin_post', { post_id })).post,
    onSuccess: (post, { pinned }) => {
      writeChangedPost(client, post, { fromEvent: false });
      toast({ title: pinned ? t('Pinned to the top of the feed') : t('Post unpinned') });
    },
    onError: (error, { pinned }) =>
      toast({
        title: pinned ? t("Couldn't pin the post") : t("Couldn't unpin the post"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
}
