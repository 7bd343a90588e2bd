import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { isApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { beginFollow, endFollow, followQuery, storeFollow } from './follows.api.ts';

function toTitle(error: unknown, wanted: boolean): string {
  if (error instanceof NetworkError) return wanted ? t("Couldn't follow") : t("Couldn't unfollow");
  return isApiError(error, 'cannot_follow_self') ? t('Action not allowed') : t('Error');
}

function toastFailure(error: unknown, wanted: boolean): void {
  toast({
    title: toTitle(error, wanted),
    description: toMessage(error, t('Failed to update follow status.')),
    variant: 'destructive',
  });
}

/** Sends a state. If the response is lost, asks the server whether it has arrived; if not, throws the error. */
async function sendFollow(client: QueryClient, userId: string, wanted: boolean): Promise<void> {
  const call = getApiClient(client);
  const input = { user_id: userId };
  try {
    storeFollow(client, (await call(wanted ? 'follow_user' : 'unfollow_user', input)).follow);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const now = await call('get_follow', input).catch(() => null);
    if (now) storeFollow(client, now.follow);
    else void client.invalidateQueries({ queryKey: followQuery(userId).queryKey });
    if (now?.follow.is_following !== wanted) throw error;
  }
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
      try {
        await sendFollow(client, userId, wanted);
      } catch (error) {
        if (request.wanted === wanted) throw error;
      }
      if (request.wanted === wanted) break;
    }
    toast({ title: request.stored.is_following ? t('Following') : t('Unfollowed') });
  } catch (error) {
    toastFailure(error, request.wanted);
  } finally {
    endFollow(client, userId);
  }
}
