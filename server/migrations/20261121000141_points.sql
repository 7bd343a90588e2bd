-- Points: one row per like that counts. If the like is removed or its content deleted, the row is voided and kept, so that
-- the same like given again is the same point.
create function level_of(points int) returns smallint language sql immutable parallel safe as $$
  select (case when points >= 33015 then 9 when points >= 8015 then 8 when points >= 2015 then 7 when points >= 515 then 6
    when points >= 155 then 5 when points >= 65 then 4 when points >= 20 then 3 when points >= 5 then 2 else 1 end)::smallint
$$;

create table point_ledger (
  source text not null check (source in ('post_like', 'comment_like')),
  source_id uuid not null,
  actor_id uuid not null references users (id),
  -- The user who received the point.
  user_id uuid not null references users (id),
  space_id uuid not null references spaces (id) on delete cascade,
  delta int not null default 1,
  created_at timestamptz(3) not null,
  voided_at timestamptz(3),
  -- The shortest period that includes the point: 7 days, 30 days, or 0 for all time. A job updates it.
  window_days smallint not null check (window_days in (7, 30, 0)),
  primary key (source_id, actor_id, source)
);
create index point_ledger_pair_idx on point_ledger (space_id, actor_id, user_id, created_at) where voided_at is null;
create index point_ledger_receiver_idx on point_ledger (space_id, user_id, created_at desc) where voided_at is null;
create index point_ledger_week_idx on point_ledger (created_at) where voided_at is null and window_days = 7;
create index point_ledger_month_idx on point_ledger (created_at) where voided_at is null and window_days = 30;

-- The point totals of each user in a space. Every change to a user's ledger rows locks this row.
create table member_points (
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  points int not null default 0,
  points_30 int not null default 0,
  points_7 int not null default 0,
  -- When the latest valid point was given. Among equal totals, the member who reached it first ranks higher.
  reached_at timestamptz(3),
  level smallint not null generated always as (level_of(points)) stored,
  -- Increases with every change of the level.
  level_version int not null default 1,
  -- Copied from the membership by a trigger, so that ranks and lists use one index each.
  is_member boolean not null default false,
  is_ranked boolean not null default false,
  joined_at timestamptz(3),
  primary key (space_id, user_id)
);
create index member_points_user_id_idx on member_points (user_id);
create index member_points_rank_idx on member_points (space_id, (-points), reached_at, user_id)
  where is_ranked and points > 0;
create index member_points_rank_30_idx on member_points (space_id, (-points_30), reached_at, user_id)
  where is_ranked and points_30 > 0;
create index member_points_rank_7_idx on member_points (space_id, (-points_7), reached_at, user_id)
  where is_ranked and points_7 > 0;
create index member_points_most_idx on member_points (space_id, points desc, user_id desc) where is_member;
create index member_points_level_idx on member_points (space_id, level, joined_at desc) where is_member;
create index space_members_online_idx on space_members
  (space_id, is_online desc, (coalesce(last_active_at, joined_at)) desc, id desc) where status = 'active';

-- The names of the levels of a space. Without a row, levels have numbers.
create table space_level_names (
  space_id uuid primary key references spaces (id) on delete cascade,
  names text[] not null check (cardinality(names) = 9),
  updated_at timestamptz(3) not null
);

-- Contributions to the activity level of a profile, until a job adds them to their month. An entry with 0 points only
-- makes the job check the user's badges.
create table user_activity_log (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  points int not null,
  created_at timestamptz(3) not null
);
create index user_activity_log_user_id_idx on user_activity_log (user_id);
create table user_activity_monthly (
  user_id uuid not null references users (id) on delete cascade,
  month date not null,
  contributions int not null,
  primary key (user_id, month)
);

create table badges (
  code text primary key,
  name text not null,
  description text not null,
  icon_url text,
  position smallint not null
);
insert into badges (code, name, description, position) values
  ('first_post', 'First post', 'Wrote a first post', 1),
  ('first_comment', 'First comment', 'Wrote a first comment', 2),
  ('ten_likes', 'Ten likes', 'Received ten likes from others', 3),
  ('early_member', 'Early member', 'Was among the first 100 members of a space', 4),
  ('one_year', 'One year', 'Has been a member of a space for a year', 5);
create table user_badges (
  user_id uuid not null references users (id) on delete cascade,
  badge_code text not null references badges (code),
  awarded_at timestamptz(3) not null,
  primary key (user_id, badge_code)
);

create function sync_member_points() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update member_points set is_member = false, is_ranked = false
    where space_id = old.space_id and user_id = old.user_id;
  else
    insert into member_points (space_id, user_id, is_member, is_ranked, joined_at)
    values (new.space_id, new.user_id, new.status = 'active', new.status = 'active' and new.role = 'member', new.joined_at)
    on conflict (space_id, user_id) do update
      set is_member = excluded.is_member, is_ranked = excluded.is_ranked, joined_at = excluded.joined_at;
    if new.status = 'active' then
      insert into user_activity_log (user_id, points, created_at) values (new.user_id, 0, new.joined_at);
    end if;
  end if;
  return null;
end $$;
create trigger space_members_points after insert or delete or update of status, role, joined_at on space_members
  for each row execute function sync_member_points();

-- For posts and comments. The trigger argument is the number of contributions.
create function log_authored_content() returns trigger language plpgsql as $$
declare
  change int := (new.deleted_at is null)::int;
begin
  if tg_op = 'UPDATE' then change := change - (old.deleted_at is null)::int; end if;
  if change <> 0 then
    insert into user_activity_log (user_id, points, created_at)
    values (new.user_id, change * tg_argv[0]::int, new.created_at);
  end if;
  return null;
end $$;
create trigger posts_activity after insert or update of deleted_at on posts
  for each row when (new.post_type <> 'course_page') execute function log_authored_content(5);
create trigger post_comments_activity after insert or update of deleted_at on post_comments
  for each row execute function log_authored_content(2);

create function log_point() returns trigger language plpgsql as $$
declare
  change int := case when new.voided_at is null then new.delta else 0 end;
begin
  if tg_op = 'UPDATE' and old.voided_at is null then change := change - old.delta; end if;
  if change <> 0 then
    insert into user_activity_log (user_id, points, created_at) values (new.user_id, change, new.created_at);
  end if;
  return null;
end $$;
create trigger point_ledger_activity after insert or update of voided_at on point_ledger
  for each row execute function log_point();
