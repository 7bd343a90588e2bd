-- The feed of a category by activity and by age: one index scan, however large the space and however rare the category.
drop index posts_category_activity_idx;
create index posts_category_activity_idx on posts (space_id, category_id, last_activity_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
create index posts_category_new_idx on posts (space_id, category_id, created_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
-- Deleting a category searches its posts.
create index posts_category_id_idx on posts (category_id) where category_id is not null;
