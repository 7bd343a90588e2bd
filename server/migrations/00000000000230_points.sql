-- Points, levels, and the number of members per level.

create function level_of(points int) returns smallint language sql immutable parallel safe as $$
  select (case when points >= 33015 then 9 when points >= 8015 then 8 when points >= 2015 then 7 when points >= 515 then 6
    when points >= 155 then 5 when points >= 65 then 4 when points >= 20 then 3 when points >= 5 then 2 else 1 end)::smallint
$$;
comment on function level_of(int) is 'The level, 1 to 9, that a number of points reaches.';

create table point_ledger (
  target_kind text not null,
  target_id uuid not null,
  actor_id uuid not null references users (id),
  user_id uuid not null references users (id),
  space_id uuid not null references spaces (id) on delete cascade,
  delta int not null default 1,
  created_at timestamptz(3) not null,
  voided_at timestamptz(3),
  window_days smallint not null check (window_days in (7, 30, 0)),
  primary key (target_id, actor_id)
);
comment on table point_ledger is 'One row per like that counts.';
comment on column point_ledger.target_id is 'The post or comment that was liked.';
comment on column point_ledger.actor_id is 'The user who gave the like.';
comment on column point_ledger.user_id is 'The user who received the point.';
comment on column point_ledger.voided_at is
  'Set if the like was taken back or its content deleted. The row is kept, so that the same like given again is the same point.';
comment on column point_ledger.window_days is
  'The shortest period that includes the point: 7 days, 30 days, or 0 for all time. A job updates it.';
create index point_ledger_pair_idx on point_ledger (space_id, actor_id, user_id, created_at) where voided_at is null;
create index point_ledger_receiver_idx on point_ledger (space_id, user_id, created_at desc) where voided_at is null;
create index point_ledger_week_idx on point_ledger (created_at) where voided_at is null and window_days = 7;
create index point_ledger_month_idx on point_ledger (created_at) where voided_at is null and window_days = 30;

create table member_points (
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  points int not null default 0,
  points_30 int not null default 0,
  points_7 int not null default 0,
  reached_at timestamptz(3),
  level smallint not null generated always as (level_of(points)) stored,
  level_version int not null default 1,
  is_member boolean not null default false,
  is_ranked boolean not null default false,
  joined_at timestamptz(3),
  primary key (space_id, user_id)
);
comment on table member_points is
  'The point totals of everyone who was ever a member of a space. Every change to a user''s ledger rows locks this row.';
comment on column member_points.reached_at is
  'When the latest valid point was given. Among equal totals, the member who reached it first ranks higher.';
comment on column member_points.level_version is 'Increases with every change of the level. Live events carry it.';
comment on column member_points.is_member is
  'Copied from the membership, like is_ranked and joined_at, so that ranks and lists of members use one index each.';
comment on column member_points.is_ranked is 'Active members who aren''t owners or admins.';
create index member_points_user_id_idx on member_points (user_id);
-- Ranks are counted with index-only scans. The indexes include the totals themselves, because PostgreSQL uses an index-only
-- scan only if the index contains every column of the query, even if the query needs only an expression of it.
create index member_points_rank_idx on member_points (space_id, (-points), reached_at, user_id) include (points)
  where is_ranked and points > 0;
create index member_points_rank_30_idx on member_points (space_id, (-points_30), reached_at, user_id) include (points_30)
  where is_ranked and points_30 > 0;
create index member_points_rank_7_idx on member_points (space_id, (-points_7), reached_at, user_id) include (points_7)
  where is_ranked and points_7 > 0;
create index member_points_most_idx on member_points (space_id, points desc, user_id desc) where is_member;
create index member_points_level_idx on member_points (space_id, level, joined_at desc, user_id desc) where is_member;
-- Former members, who can be banned, by their latest join first.
create index member_points_former_idx on member_points (space_id, joined_at desc, user_id desc) where not is_member;

create table space_level_counts (
  space_id uuid not null references spaces (id) on delete cascade,
  level smallint not null,
  member_count int not null,
  primary key (space_id, level)
);
comment on table space_level_counts is 'Active members by level. Exact together with space_level_log, at every commit.';

create table space_level_log (
  id bigint generated always as identity primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  level smallint not null,
  change smallint not null
);
comment on table space_level_log is
  'Changes that a job adds to space_level_counts, so that members who join or reach a level at the same time don''t wait for each other.';
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
comment on function log_level() is 'Logs members who reach or leave a level.';
create trigger member_points_level_begun after insert on member_points
  for each row when (new.is_member) execute function log_level();
create trigger member_points_level_changed after update on member_points
  for each row when (old.is_member is distinct from new.is_member or (new.is_member and old.level <> new.level))
  execute function log_level();
create trigger member_points_level_ended after delete on member_points
  for each row when (old.is_member) execute function log_level();
