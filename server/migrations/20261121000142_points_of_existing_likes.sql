-- Creates the points of existing likes, by the rules for new ones.
insert into member_points (space_id, user_id, is_member, is_ranked, joined_at)
select space_id, user_id, status = 'active', status = 'active' and role = 'member', joined_at from space_members
on conflict (space_id, user_id) do nothing;

do $$
declare
  one record;
  pair text := '';
  -- The times of the latest five points of this pair, newest first.
  given timestamptz[];
begin
  for one in
    select 'post_like' as source, p.id as source_id, l.user_id as actor_id, p.user_id, p.space_id, l.created_at
    from post_likes l join posts p on p.id = l.post_id where p.deleted_at is null and p.user_id <> l.user_id
    union all
    select 'comment_like', c.id, l.user_id, c.user_id, c.space_id, l.created_at
    from comment_likes l join post_comments c on c.id = l.comment_id
    where c.deleted_at is null and c.user_id <> l.user_id
    order by space_id, actor_id, user_id, created_at, source_id
  loop
    if pair <> concat(one.space_id, one.actor_id, one.user_id) then
      pair := concat(one.space_id, one.actor_id, one.user_id);
      given := '{}';
    end if;
    -- At most five points from one member to another in seven days.
    continue when given[5] > one.created_at - interval '7 days';
    given := (one.created_at || given)[1:5];
    insert into point_ledger (source, source_id, actor_id, user_id, space_id, created_at, window_days)
    values (one.source, one.source_id, one.actor_id, one.user_id, one.space_id, one.created_at,
      case when one.created_at > now() - interval '7 days' then 7
        when one.created_at > now() - interval '30 days' then 30 else 0 end)
    on conflict do nothing;
  end loop;
end $$;

insert into member_points (space_id, user_id, points, points_30, points_7, reached_at)
select space_id, user_id, sum(delta), coalesce(sum(delta) filter (where window_days in (7, 30)), 0),
  coalesce(sum(delta) filter (where window_days = 7), 0), max(created_at)
from point_ledger where voided_at is null group by space_id, user_id
on conflict (space_id, user_id) do update set points = excluded.points, points_30 = excluded.points_30,
  points_7 = excluded.points_7, reached_at = excluded.reached_at;

-- The trigger on the ledger has logged the points. Posts and comments are added to their month directly.
insert into user_activity_monthly (user_id, month, contributions)
select user_id, month, sum(contributions) from (
  select user_id, date_trunc('month', created_at)::date as month, 5 * count(*) as contributions
  from posts where deleted_at is null and post_type <> 'course_page' group by 1, 2
  union all
  select user_id, date_trunc('month', created_at)::date, 2 * count(*)
  from post_comments where deleted_at is null group by 1, 2
) written group by user_id, month
on conflict (user_id, month) do update set contributions = user_activity_monthly.contributions + excluded.contributions;
-- Makes the job check everyone's badges once.
insert into user_activity_log (user_id, points, created_at) select distinct user_id, 0, now() from space_members;
