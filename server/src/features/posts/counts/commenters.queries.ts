import { sql } from 'kysely';
import { type AvatarPerson, avatarPerson } from '#contract/users.ts';
import { maxShownCommenters } from '#contract/values/limits.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

/** The latest commenters of a post from `posts` under an alias, as JSON, latest first; null without any. */
export const commentersOf = (alias: string) => sql<AvatarPerson[] | null>`(
  select json_agg(${personJson('w', avatarPerson)} order by k.n)
  from unnest(${sql.ref(`${alias}.commenter_ids`)}) with ordinality k (id, n) join users w on w.id = k.id)`;

/** The new value of `commenter_ids` after a comment of this user: the user, and the others before them. */
export const withCommenter = (userId: string) => sql<string[]>`
  (array[${userId}::uuid] || array_remove(commenter_ids, ${userId}::uuid))[1:${sql.lit(maxShownCommenters)}]`;

/** How many comments are searched for the latest commenters, so that the cost doesn't grow with the comments of a post. */
const searchedComments = 200;

/** One row: the latest commenters among the last comments of a post that aren't deleted, and the time of the last one. */
export const latestComments = (postId: string) => sql`
  select coalesce(array_agg(user_id order by latest desc), '{}') as commenter_ids, max(at) as last_comment_at
  from (select user_id, max(id::text) as latest, max(created_at) as at
    from (select id, user_id, created_at from post_comments
      where post_id = ${postId}::uuid and deleted_at is null order by id desc limit ${sql.lit(searchedComments)}) recent
    group by user_id order by latest desc limit ${sql.lit(maxShownCommenters)}) people`;
