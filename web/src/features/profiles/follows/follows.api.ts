import type { QueryClient } from '@tanstack/react-query';
import type { FollowState } from '#contract/features/profiles/follows.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** A request in flight to follow a person, or to end that. */
interface PendingFollow {
  /** What the last press asked for. */
  wanted: boolean;
  /** The newest known state of the server. */
  stored: FollowState;
}
/** The requests in flight, by person. */
const pending = new Map<string, PendingFollow>();

/** Returns what is shown: what was just pressed, over the state of the server. */
const toShown = ({ wanted, stored }: PendingFollow): FollowState =>
  stored.is_following === wanted
    ? stored
    : { ...stored, is_following: wanted, followers: stored.followers + (wanted ? 1 : -1) };

const newest = (now: FollowState, next: FollowState) => (next.version < now.version ? now : next);

/** Returns the newest state of the server that is known; nothing if none is loaded. */
const storedOf = (client: QueryClient, userId: string): FollowState | undefined =>
  pending.get(userId)?.stored ??
  client.getQueryData<{ follow: FollowState }>(['get_follow', { user_id: userId }])?.follow;

/** How the viewer and a person follow each other, and that person's totals. */
export const followQuery = (userId: string) => ({
  ...apiQuery('get_follow', { user_id: userId }, ({ follow }, client) => {
    const stored = newest(storedOf(client, userId) ?? follow, follow);
    const request = pending.get(userId);
    if (request) request.stored = stored;
    return { follow: request ? toShown(request) : stored };
  }),
  // Events tell of what the two do. The totals change without one when others follow this person.
  staleTime: 10_000,
  // What is shown beside it doesn't wait.
  retry: false,
});

function write(client: QueryClient, userId: string, follow: FollowState): void {
  client.setQueryData(followQuery(userId).queryKey, (now) => now && { follow });
}

/** Changes what the server is known to have about a person; nothing if it isn't loaded. A pending press stays shown. */
export function patchFollow(
  client: QueryClient,
  userId: string,
  change: (stored: FollowState) => FollowState,
): void {
  const request = pending.get(userId);
  const stored = storedOf(client, userId);
  if (!stored) return;
  const changed = change(stored);
  if (request) request.stored = changed;
  write(client, userId, request ? toShown(request) : changed);
}

/** Takes the state of a response, unless an event was newer. */
export function storeFollow(client: QueryClient, follow: FollowState): void {
  patchFollow(client, follow.user_id, (stored) => newest(stored, follow));
}

/** Shows what was just pressed until the request settles. Returns the request, and whether it was in flight already. */
export function beginFollow(
  client: QueryClient,
  userId: string,
  wanted: boolean,
): { request: PendingFollow; isSending: boolean } | null {
  const sending = pending.get(userId);
  const stored = storedOf(client, userId);
  if (!stored) return null;
  const request = Object.assign(sending ?? { stored }, { wanted });
  pending.set(userId, request);
  // A response that is on its way doesn't know of this yet.
  void client.cancelQueries({ queryKey: followQuery(userId).queryKey });
  write(client, userId, toShown(request));
  return { request, isSending: sending !== undefined };
}

/** Shows the state of the server again. */
export function endFollow(client: QueryClient, userId: string): void {
  const request = pending.get(userId);
  pending.delete(userId);
  if (request) write(client, userId, request.stored);
}
