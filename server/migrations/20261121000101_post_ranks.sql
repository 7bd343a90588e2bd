-- The feed by likes ("Top"). One narrow row for each post in a feed, so that a like doesn't update every index of posts. A
-- page of the last 7 or 30 days merges one short index scan per day; a page of all time is one scan.
create table post_ranks (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null,
  category_id uuid,
  like_count integer not null,
  created_at timestamptz(3) not null,
  -- The day the post was created, in UTC.
  day date not null generated always as ((created_at at time zone 'UTC')::date) stored
);
insert into post_ranks (post_id, space_id, category_id, like_count, created_at)
select id, space_id, category_id, like_count, created_at from posts
where deleted_at is null and pinned_at is null and post_type <> 'course_page';

create index post_ranks_all_idx on post_ranks (space_id, like_count desc, post_id desc);
create index post_ranks_day_idx on post_ranks (space_id, day, like_count desc, post_id desc);
create index post_ranks_category_all_idx on post_ranks (space_id, category_id, like_count desc, post_id desc);
create index post_ranks_category_day_idx on post_ranks (space_id, category_id, day, like_count desc, post_id desc);

-- Maintained by triggers, because likes, deletions, pins and category changes come from several features.
create function rank_post() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null and new.pinned_at is null and new.post_type <> 'course_page' then
    insert into post_ranks (post_id, space_id, category_id, like_count, created_at)
    values (new.id, new.space_id, new.category_id, new.like_count, new.created_at)
    on conflict (post_id) do update set category_id = excluded.category_id, like_count = excluded.like_count;
  else
    delete from post_ranks where post_id = new.id;
  end if;
  return null;
end $$;
create trigger posts_rank_new after insert on posts for each row execute function rank_post();
create trigger posts_rank_changed after update on posts for each row
  when ((old.like_count, old.category_id, old.deleted_at, old.pinned_at, old.post_type)
    is distinct from (new.like_count, new.category_id, new.deleted_at, new.pinned_at, new.post_type))
  execute function rank_post();
