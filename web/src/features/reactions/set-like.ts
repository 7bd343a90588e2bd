import type { QueryClient } from '@tanstack/react-query';
import { patchEntity, readEntity } from '#web/lib/entity-cache.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { getApiClient } from '#web/lib/query-client.ts';
import { toast } from '#web/ui/toast.ts';

export type LikeKind = 'post' | 'comment';
interface Totals {
  like_count: number;
  has_liked: boolean;
  version: number;
}

/** What the viewer wants, by thing, while the server is being told. */
const pendingLikes = new Map<string, boolean>();

/** Whether a like of this thing is on its way: what the screen shows is then newer than what events say. */
export function isLikePending(id: string): boolean {
  return pendingLikes.has(id);
}

function send(client: QueryClient, kind: LikeKind, id: string, liked: boolean): Promise<Totals> {
  const call = getApiClient(client);
  if (kind === 'post') return call(liked ? 'like_post' : 'unlike_post', { post_id: id });
  return call(liked ? 'like_comment' : 'unlike_comment', { comment_id: id });
}

function show(client: QueryClient, kind: LikeKind, id: string, liked: boolean): void {
  patchEntity(client, kind, id, (now) => ({
    has_liked: liked,
    like_count: now.has_liked === liked ? now.like_count : Math.max(0, now.like_count + (liked ? 1 : -1)),
  }));
}

/**
 * Shows a like (or its end) at once and tells the server, one request at a time: pressed again meanwhile, only the last
 * wish counts. A refusal takes it back and says why.
 */
export async function setLike(
  client: QueryClient,
  kind: LikeKind,
  id: string,
  liked: boolean,
): Promise<void> {
  const before = readEntity(client, kind, id);
  if (!before) return;
  const alreadySending = pendingLikes.has(id);
  pendingLikes.set(id, liked);
  show(client, kind, id, liked);
  if (alreadySending) return;

  let known: Totals = before;
  try {
    for (;;) {
      const joinIntent = pendingLikes.get(id) === true;
      known = await send(client, kind, id, joinIntent);
      if (pendingLikes.get(id) === joinIntent) break;
    }
    pendingLikes.delete(id);
    patchEntity(client, kind, id, known);
  } catch (error) {
    pendingLikes.delete(id);
    // Counts that events brought meanwhile are newer than those from before.
    patchEntity(client, kind, id, (now) =>
      now.version > known.version
        ? { has_liked: known.has_liked }
        : { has_liked: known.has_liked, like_count: known.like_count },
    );
    toast({
      title: liked ? "Couldn't like this" : "Couldn't remove your like",
      description: toMessage(error, 'Please try again.'),
      variant: 'destructive',
    });
  }
}
