-- Two notification types: `membership` (the decision on the recipient's join request, also sent to non-members) and
-- `moderation` (the recipient's content was removed, or their report was reviewed).
alter table notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('post_like', 'comment_reply', 'mention', 'space_join',
    'new_post', 'new_customer', 'admin_announcement', 'event_reminder', 'membership', 'moderation')),
  -- Describes the entry in short values for icons, links and devices: {"outcome": "approved"}.
  add column params jsonb not null default '{}';
alter table email_unsubscribes
  drop constraint email_unsubscribes_type_check,
  add constraint email_unsubscribes_type_check check (type in ('post_like', 'comment_reply', 'mention', 'space_join',
    'new_post', 'new_customer', 'admin_announcement', 'event_reminder', 'membership', 'moderation'));

update notifications set type = 'moderation',
  params = jsonb_build_object('event', 'removed', 'kind', target_type)
where type = 'admin_announcement' and title in ('removed your post', 'removed your comment');

create function fail_unknown_notification_type(p_type text) returns boolean language plpgsql as $$
begin
  raise exception 'unknown notification type %', p_type using errcode = 'invalid_parameter_value';
end $$;

-- Whether a user wants notifications of a type from a space. `membership` and `moderation` have no setting of their own.
create or replace function wants_notification(p_user_id uuid, p_space_id uuid, p_type text) returns boolean
language sql stable as $$
  select coalesce(
    (select (s.push_enabled or s.email_enabled) and case p_type
        when 'post_like' then s.likes when 'comment_reply' then s.comments when 'mention' then s.mentions
        when 'space_join' then s.space_joins when 'new_post' then s.new_posts
        when 'new_customer' then s.new_customers when 'admin_announcement' then s.admin_announcements
        when 'event_reminder' then s.event_reminders
        when 'membership' then true when 'moderation' then true
        else fail_unknown_notification_type(p_type) end
      from space_notification_preferences s where s.user_id = p_user_id and s.space_id = p_space_id),
    (select (g.push_enabled or g.email_enabled) and case p_type
        when 'post_like' then g.likes when 'comment_reply' then g.comments when 'mention' then g.mentions
        when 'space_join' then g.space_joins when 'new_post' then g.new_posts
        when 'new_customer' then g.new_customers
        when 'admin_announcement' then true when 'event_reminder' then true
        when 'membership' then true when 'moderation' then true
        else fail_unknown_notification_type(p_type) end
      from notification_preferences g where g.user_id = p_user_id),
    case when p_type = 'new_post' then false
      when p_type in ('post_like', 'comment_reply', 'mention', 'space_join', 'new_customer', 'admin_announcement',
        'event_reminder', 'membership', 'moderation') then true
      else fail_unknown_notification_type(p_type) end)
$$;

-- As before, with `params`; entries of type `membership` also reach people who are not members of the space.
create or replace function upsert_batched_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamptz, p_notifications jsonb)
returns table(notification_id uuid, unread_count integer)
language plpgsql as $$
declare
  notification record;
  known notifications;
  number bigint;
  row_id uuid;
  relationship text;
  is_new_actor boolean;
begin
  if p_actor_id is not null then
    select case when s.owner_id = p_actor_id or m.role in ('owner', 'admin') then 'admin' else 'member' end
      into relationship
      from spaces s left join space_members m
        on m.space_id = s.id and m.user_id = p_actor_id and m.status = 'active'
      where s.id = p_space_id;
  end if;
  for notification in
    select n.* from jsonb_to_recordset(p_notifications) as n (id uuid, user_id uuid, type text, title text,
      content_preview text, target_type text, target_id uuid, post_id uuid, batch_key text, params jsonb,
      expires_at timestamptz)
    where n.user_id is distinct from p_actor_id and wants_notification(n.user_id, p_space_id, n.type)
    order by n.user_id
  loop
    if notification.type <> 'membership' then
      -- Skips users whose membership is being ended right now instead of waiting for them.
      perform 1 from space_members m where m.space_id = p_space_id and m.user_id = notification.user_id
        and m.status = 'active' for key share skip locked;
      if not found and not exists
        (select 1 from spaces s where s.id = p_space_id and s.owner_id = notification.user_id) then continue; end if;
    end if;

    number := lock_notifications(notification.user_id);
    known := null;
    if notification.batch_key is not null then
      select * into known from notifications o where o.user_id = notification.user_id and o.batch_key = notification.batch_key;
    end if;
    if known.id is null then
      row_id := notification.id;
      insert into notifications (id, user_id, space_id, type, actor_id, last_actor_id, actor_count, actor_relationship,
        title, content_preview, target_type, target_id, post_id, batch_key, version, created_at, batch_updated_at,
        expires_at, params)
      values (row_id, notification.user_id, p_space_id, notification.type, p_actor_id, p_actor_id,
        case when p_actor_id is null then 0 else 1 end, relationship, notification.title, notification.content_preview,
        notification.target_type, notification.target_id, notification.post_id, notification.batch_key, number, p_now, p_now,
        notification.expires_at, notification.params);
    else
      row_id := known.id;
      is_new_actor := p_actor_id is not null and not exists
        (select 1 from notification_actors a where a.notification_id = row_id and a.user_id = p_actor_id);
      if not is_new_actor and notification.type in ('post_like', 'space_join') then continue; end if;
      update notifications set last_actor_id = p_actor_id, actor_relationship = relationship,
        actor_count = actor_count + case when is_new_actor then 1 else 0 end, title = notification.title,
        content_preview = notification.content_preview, target_type = notification.target_type, target_id = notification.target_id,
        post_id = notification.post_id, read = false, clicked = false, version = number, batch_updated_at = p_now,
        expires_at = notification.expires_at, params = notification.params
      where id = row_id;
    end if;
    if p_actor_id is not null then
      insert into notification_actors (notification_id, user_id, occurred_at) values (row_id, p_actor_id, p_now)
      on conflict on constraint notification_actors_pkey do update set occurred_at = excluded.occurred_at;
    end if;
    notification_id := row_id;
    select c.unread_count into unread_count from notification_counts c where c.user_id = notification.user_id;
    return next;
  end loop;
end $$;

-- Everyone who was ever a member keeps a row. This finds former members, who can be banned, by their latest join first.
create index member_points_former_idx on member_points (space_id, joined_at desc, user_id desc) where not is_member;

-- When the reporter was notified of the outcome.
alter table moderation_reports add column notified_at timestamptz(3);
-- Cases about a moderator are excluded from that moderator's queue and count.
create index moderation_cases_author_idx on moderation_cases (space_id, author_id);

-- `start`: the reminder at the start for members who RSVP'd in the last 15 minutes, too late for `soon`.
alter table event_notification_log
  drop constraint event_notification_log_kind_check,
  add constraint event_notification_log_kind_check check (kind in ('day', 'soon', 'start', 'changed', 'cancelled', 'seat'));
