import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { isApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { beginFollow, endFollow, followQuery, storeFollow } from './follows.api.ts';

function toastFailure(error: unknown): void {
  toast({
    title: isApiError(error, 'cannot_follow_self') ? t('Action not allowed') : t('Error'),
    description: toMessage(error, t('Failed to update follow status.')),
    variant: 'destructive',
  });
}

/**
 * Follows a person, or ends that, optimistically. Requests are sent one at a time; if the button is pressed again meanwhile, only
 * the last state counts. Then the newest state of the server is shown, which is that before if it failed. Shows a toast at the end.
 */
export async function setFollow(client: QueryClient, userId: string, isFollowing: boolean): Promise<void> {
  const begun = beginFollow(client, userId, isFollowing);
  if (!begun || begun.isSending) return;
  const { request } = begun;
  try {
    for (;;) {
      const { wanted } = request;
      const { follow } = await getApiClient(client)(wanted ? 'follow_user' : 'unfollow_user', {
        user_id: userId,
      });
      storeFollow(client, follow);
      if (request.wanted === wanted) break;
    }
    toast({ title: request.stored.is_following ? t('Following') : t('Unfollowed') });
  } catch (error) {
    toastFailure(error);
    // It may have been stored all the same.
    if (error instanceof NetworkError)
      void client.invalidateQueries({ queryKey: followQuery(userId).queryKey });
  } finally {
    endFollow(client, userId);
  }
}
