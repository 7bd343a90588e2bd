import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '#contract/users.ts';
import type { Call } from '#web/lib/api/api-client.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages } from '#web/lib/cache/query-client.ts';
import { personEntity } from '#web/lib/cache/shared-entities.ts';

const toPersonIds = (
  { people, next_cursor }: { people: Person[]; next_cursor: string | null },
  client: QueryClient,
) => {
  writeEntities(client, personEntity, people);
  return { person_ids: people.map(({ id }) => id), next_cursor };
};

/** The requests for each kind of target that can be liked. `pages`: its likes, newest first, 50 a page. */
export const likeRequests = {
  post: {
    set: (call: Call, id: string, liked: boolean) =>
      call(liked ? 'like_post' : 'unlike_post', { post_id: id }),
    pages: (id: string) => apiPages('list_post_likes', { post_id: id }, toPersonIds),
  },
  comment: {
    set: (call: Call, id: string, liked: boolean) =>
      call(liked ? 'like_comment' : 'unlike_comment', { comment_id: id }),
    pages: (id: string) => apiPages('list_comment_likes', { comment_id: id }, toPersonIds),
  },
} as const;
export type LikedKind = keyof typeof likeRequests;
