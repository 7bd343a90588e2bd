import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type LikedKind, likeRequests } from './reactions.api.ts';

interface Totals {
  like_count: number;
  has_liked: boolean;
  version: number;
}

/** The requested state of each target while a request is in flight. */
const pendingLikes = new Map<string, boolean>();

/** Returns whether a like request is in flight; the displayed state is then newer than events. */
export function isLikePending(id: string): boolean {
  return pendingLikes.has(id);
}

function show(client: QueryClient, kind: LikedKind, id: string, liked: boolean): void {
  patchEntity(client, kind, id, (now) => ({
    has_liked: liked,
    like_count: now.has_liked === liked ? now.like_count : Math.max(0, now.like_count + (liked ? 1 : -1)),
  }));
}

/**
 * Sets or removes a like optimistically. Requests are sent one at a time; if the button is pressed again meanwhile,
 * only the last state counts. On failure it reverts the change and shows a toast.
 */
export async function setLike(
  client: QueryClient,
  kind: LikedKind,
  id: string,
  liked: boolean,
): Promise<void> {
  const before = readEntity(client, kind, id);
  if (!before) return;
  const isSending = pendingLikes.has(id);
  pendingLikes.set(id, liked);
  show(client, kind, id, liked);
  if (isSending) return;

  let confirmed: Totals = before;
  try {
    for (;;) {
      const requested = pendingLikes.get(id) === true;
      confirmed = await likeRequests[kind].set(getApiClient(client), id, requested);
      if (pendingLikes.get(id) === requested) break;
    }
    pendingLikes.delete(id);
    patchEntity(client, kind, id, confirmed);
  } catch (error) {
    pendingLikes.delete(id);
    // Counts from events that arrived meanwhile are newer than the saved ones.
    patchEntity(client, kind, id, (now) =>
      now.version > confirmed.version
        ? { has_liked: confirmed.has_liked }
        : { has_liked: confirmed.has_liked, like_count: confirmed.like_count },
    );
    toast({
      title: liked ? t("Couldn't like this") : t("Couldn't remove your like"),
      description: toMessage(error, t('Please try again.')),
      variant: 'destructive',
    });
  }
}
