import type { QueryClient } from '@tanstack/react-query';
import type { Post } from '#contract/features/posts/posts.ts';
import { applyReactions } from '#web/features/reactions/index.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { type EventOf, registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { postEntity } from './posts.entity.ts';

type PostEvent = EventOf<'post.stats_changed'> | EventOf<'post.deleted'>;
type PostListener = (post: Post, client: QueryClient) => void;
const listeners: PostListener[] = [];

/** Calls the listener with the cached post after an event or the viewer's own request changed one. */
export function onPostChange(listener: PostListener): void {
  listeners.push(listener);
}

/** Applies an event to a post. Events that are not newer than the post are ignored. */
export function applyToPost<P extends Post>(post: P, event: PostEvent, viewerId: string | null): P {
  if (event.payload.version <= post.version) return post;
  if (event.type === 'post.deleted') {
    const { deleted_at, version } = event.payload;
    return { ...post, deleted_at, version };
  }
  const { post_id: _id, category_id: _category, actor, ...totals } = event.payload;
  return applyReactions(post.id, { ...post, ...totals }, actor, viewerId);
}

/** Stores a post from a response or event, and calls the listeners. */
export function writeChangedPost(client: QueryClient, post: Post, from: { fromEvent: boolean }): void {
  writeEntities(client, postEntity, [post], from);
  // If a response and an event cross, the newer version wins.
  const now = readEntity(client, 'post', post.id) ?? post;
  for (const listener of listeners) listener(now, client);
}

registerLiveHandler('post.created', ({ payload: { post } }, { client }) => {
  writeEntities(client, postEntity, [post], { fromEvent: true });
});

registerLiveHandler('post.changed', ({ payload: { post } }, { client }) => {
  const known = readEntity(client, 'post', post.id);
  writeChangedPost(client, post, { fromEvent: true });
  // Events do not contain the body, so a post with a loaded body is refetched.
  if (known?.body !== undefined && post.revision > known.revision) refetchPost(client, post.id);
});

registerLiveHandler('post.deleted', (event, { client, viewerId }) => {
  const { post_id } = event.payload;
  refetchPage(client, post_id);
  patchEntity(client, 'post', post_id, (post) => applyToPost(post, event, viewerId));
});

/** Refetches the page of a deleted post, because only the server knows who may see the removal and its reason. */
function refetchPage(client: QueryClient, postId: string): void {
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === 'get_post_by_slug' &&
      (state.data as { post_id?: string } | undefined)?.post_id === postId,
  });
}

registerLiveHandler('post.stats_changed', (event, { client, viewerId }) => {
  const id = event.payload.post_id;
  patchEntity(client, 'post', id, (post) => applyToPost(post, event, viewerId));
});

function refetchPost(client: QueryClient, id: string): void {
  getApiClient(client)('get_post', { post_id: id }).then(
    (response) => writeEntities(client, postEntity, [response.post]),
    () => {},
  );
}

registerChannelRefetch('post', (id, { client }) => {
  if (readEntity(client, 'post', id)) refetchPost(client, id);
});
