-- Activity levels and badges of profiles.

create table user_activity_log (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  points int not null,
  created_at timestamptz(3) not null
);
comment on table user_activity_log is
  'Contributions to the activity level of a profile, until a job adds them to their month.';
comment on column user_activity_log.points is
  'Contributions, negative if they were deleted. 0 only makes the job check the user''s badges.';
comment on column user_activity_log.created_at is 'When the contribution was made. It counts in that month.';
create index user_activity_log_user_id_idx on user_activity_log (user_id);

create table user_activity_monthly (
  user_id uuid not null references users (id) on delete cascade,
  month date not null,
  contributions int not null,
  primary key (user_id, month)
);
comment on table user_activity_monthly is 'Contributions per month. Exact together with user_activity_log.';
comment on column user_activity_monthly.month is 'The first day of the month, in UTC.';

create table badges (
  code text primary key,
  name text not null,
  description text not null,
  icon_url text,
  position smallint not null
);
comment on table badges is 'The badges that users can get, in the order of position.';
insert into badges (code, name, description, position) values
  ('first_post', 'First post', 'Wrote a first post', 1),
  ('first_comment', 'First comment', 'Wrote a first comment', 2),
  ('ten_likes', 'Ten likes', 'Received ten likes from others', 3),
  ('early_member', 'Early member', 'Was among the first 100 members of a space', 4),
  ('one_year', 'One year', 'Has been a member of a space for a year', 5),
  ('first_course', 'First course', 'Finished a first course', 6);

create table user_badges (
  user_id uuid not null references users (id) on delete cascade,
  badge_code text not null references badges (code),
  awarded_at timestamptz(3) not null,
  primary key (user_id, badge_code)
);
comment on table user_badges is 'Awarded badges. A badge is never taken away.';

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
comment on function log_authored_content() is
  'Logs new and deleted posts and comments. The argument of the trigger is the number of contributions.';
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
comment on function log_point() is 'Logs points that are given or voided.';
create trigger point_ledger_activity after insert or update of voided_at on point_ledger
  for each row execute function log_point();

create function log_membership() returns trigger language plpgsql as $$
begin
  insert into user_activity_log (user_id, points, created_at) values (new.user_id, 0, new.joined_at);
  return null;
end $$;
comment on function log_membership() is 'Makes the job check the badges of a member who joined or whose role changed.';
create trigger space_members_activity after insert or update of status, role, joined_at on space_members
  for each row when (new.status = 'active') execute function log_membership();
