import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages } from '#web/lib/cache/query-client.ts';

/** Likes of a comment, newest first, 50 a page. */
export const commentLikesPages = (commentId: string) =>
  apiPages('list_comment_likes', { comment_id: commentId }, ({ people, next_cursor }, client) => {
    writeEntities(client, { person: people });
    return { person_ids: people.map((person) => person.id), next_cursor };
  });

/** Likes of a post, newest first, 50 a page. */
export const postLikesPages = (postId: string) =>
  apiPages('list_post_likes', { post_id: postId }, ({ people, next_cursor }, client) => {
    writeEntities(client, { person: people });
    return { person_ids: people.map((person) => person.id), next_cursor };
  });
