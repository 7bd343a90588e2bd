import { type RawBuilder, sql } from 'kysely';

/** Inserts a post, one row of `from`, into the feed by likes, unless it isn't shown there. */
export const rankPost = (from: RawBuilder<unknown>) => sql`
  insert into post_ranks (post_id, space_id, category_id, like_count, created_at)
  select id, space_id, category_id, like_count, created_at from ${from}
  where deleted_at is null and pinned_at is null and post_type <> 'course_page'
  on conflict (post_id) do update set category_id = excluded.category_id, like_count = excluded.like_count`;
