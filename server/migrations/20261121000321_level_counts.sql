-- Ranks are counted with index-only scans. The indexes include the totals themselves, because PostgreSQL uses an index-only
-- scan only if the index contains every column of the query, even if the query needs only an expression of it.
drop index member_points_rank_idx;
drop index member_points_rank_30_idx;
drop index member_points_rank_7_idx;
create index member_points_rank_idx on member_points (space_id, (-points), reached_at, user_id) include (points)
  where is_ranked and points > 0;
create index member_points_rank_30_idx on member_points (space_id, (-points_30), reached_at, user_id) include (points_30)
  where is_ranked and points_30 > 0;
create index member_points_rank_7_idx on member_points (space_id, (-points_7), reached_at, user_id) include (points_7)
  where is_ranked and points_7 > 0;

-- Active members by level. Changes are logged first and added to the counts by a job, so that members who join or reach a
-- level at the same time don't wait for each other. Counts and log together are exact at every commit.
create table space_level_counts (
  space_id uuid not null references spaces (id) on delete cascade,
  level smallint not null,
  member_count int not null,
  primary key (space_id, level)
);
create table space_level_log (
  id bigint generated always as identity primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  level smallint not null,
  change smallint not null
);
create index space_level_log_space_id_idx on space_level_log (space_id);

create function log_level() returns trigger language plpgsql as $$
begin
  -- If the space is being deleted, there is nothing to count.
  if tg_op <> 'INSERT' and old.is_member then
    insert into space_level_log (space_id, level, change)
    select id, old.level, -1 from spaces where id = old.space_id;
  end if;
  if tg_op <> 'DELETE' and new.is_member then
    insert into space_level_log (space_id, level, change) values (new.space_id, new.level, 1);
  end if;
  return null;
end $$;
create trigger member_points_level_begun after insert on member_points
  for each row when (new.is_member) execute function log_level();
create trigger member_points_level_changed after update on member_points
  for each row when (old.is_member is distinct from new.is_member or (new.is_member and old.level <> new.level))
  execute function log_level();
create trigger member_points_level_ended after delete on member_points
  for each row when (old.is_member) execute function log_level();

insert into space_level_counts (space_id, level, member_count)
select space_id, level, count(*) from member_points where is_member group by space_id, level;
