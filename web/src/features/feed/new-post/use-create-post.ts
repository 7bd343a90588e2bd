import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import { postEntity } from '#web/features/posts/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { addOwnItem } from '#web/lib/list/list-changes.ts';
import { cachedInputs } from '#web/lib/list/live-list.ts';
import { type FeedInput, feedChanges } from '../feed-changes.ts';

/** Input of a new post. `client_id` is created once per draft, so that a retry does not create a second post. */
export interface NewPostInput {
  client_id: string;
  title: string;
  body: string;
  category_id: string | null;
  upload_ids: string[];
  post_type: 'post' | 'announcement';
  poll: { question: string; options: string[]; multiple: boolean; closes_at: string | null } | null;
}

const postingKey = (spaceId: string) => ['create_post', spaceId] as const;

/** Returns whether this page is sending a post to the space. */
export function useIsPosting(spaceId: string): boolean {
  return useIsMutating({ mutationKey: postingKey(spaceId) }) > 0;
}

/** Publishes a post and puts it at the top of every feed of the space that it belongs to. */
export function useCreatePost(spaceId: string) {
  const client = useQueryClient();
  return useMutation<PostDetail, Error, NewPostInput>({
    mutationKey: postingKey(spaceId),
    mutationFn: async (post) => (await call('create_post', { space_id: spaceId, ...post })).post,
    onSuccess: (post) => {
      writeEntities(client, postEntity, [post]);
      for (const feed of cachedInputs<FeedInput>(client, 'list_posts', { space_id: spaceId })) {
        if (feed.category_id && feed.category_id !== post.category_id) continue;
        feedChanges.update(client, feed, (changes) => addOwnItem(changes, { id: post.id }));
      }
    },
  });
}
