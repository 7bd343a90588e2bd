-- Notifications. A row is one entry in a user's list. Repeated events of types that are merged share one row, which
-- batch_key identifies.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  type text not null check (type in ('post_like', 'comment_reply', 'mention', 'space_join', 'new_post', 'new_customer',
    'admin_announcement', 'event_reminder')),
  -- The first and the last user who caused the notification; null if no one did, as for a reminder.
  actor_id uuid references users (id) on delete set null,
  last_actor_id uuid references users (id) on delete set null,
  actor_count integer not null default 0,
  actor_relationship text check (actor_relationship in ('admin', 'following', 'member')),
  title text not null,
  content_preview text not null default '',
  target_type text not null check (target_type in ('post', 'comment', 'event', 'space')),
  target_id uuid not null,
  -- The post of the comment, for the link.
  post_id uuid,
  read boolean not null default false,
  clicked boolean not null default false,
  batch_key text,
  -- notification_counts.version when the row last changed.
  version bigint not null,
  created_at timestamptz(3) not null,
  batch_updated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create unique index notifications_batch_key on notifications (user_id, batch_key) where batch_key is not null;
create index notifications_page_idx on notifications (user_id, batch_updated_at desc, id desc);
create index notifications_space_page_idx on notifications (user_id, space_id, batch_updated_at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where not read;
create index notifications_target_idx on notifications (target_id);
create index notifications_post_idx on notifications (post_id) where post_id is not null;
create index notifications_space_idx on notifications (space_id);
create index notifications_expires_idx on notifications (expires_at);

create table notification_actors (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  occurred_at timestamptz(3) not null,
  primary key (notification_id, user_id)
);
create index notification_actors_latest_idx on notification_actors (notification_id, occurred_at desc);
create index notification_actors_user_id_idx on notification_actors (user_id);

-- One row per user: the number of unread entries, and a version that increases with each change to the list. Every change
-- locks this row first, so that counts and versions have the order in which changes become visible.
create table notification_counts (
  user_id uuid primary key references users (id) on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  version bigint not null default 0
);

-- Preferences. The row for the space applies; without it, the user's own row; without both, the defaults.
create table notification_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  push_enabled boolean not null default true,
  email_enabled boolean not null default true,
  new_posts boolean not null default false,
  comments boolean not null default true,
  likes boolean not null default true,
  mentions boolean not null default true,
  space_joins boolean not null default true,
  new_customers boolean not null default true,
  updated_at timestamptz(3) not null default now()
);

create table space_notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  digest_email_frequency text not null default 'weekly'
    check (digest_email_frequency in ('weekly', 'daily', 'monthly', 'never')),
  notifications_email_frequency text not null default 'hourly'
    check (notifications_email_frequency in ('immediate', 'hourly', 'daily', 'never')),
  new_posts boolean not null default false,
  comments boolean not null default true,
  likes boolean not null default true,
  mentions boolean not null default true,
  space_joins boolean not null default true,
  admin_announcements boolean not null default true,
  event_reminders boolean not null default true,
  new_customers boolean not null default true,
  push_enabled boolean not null default true,
  email_enabled boolean not null default true,
  quiet_hours_enabled boolean not null default false,
  quiet_hours_start time,
  quiet_hours_end time,
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, space_id)
);
create index space_notification_preferences_space_idx on space_notification_preferences (space_id);

-- Whether a user wants notifications of this type from this space.
create function wants_notification(p_user_id uuid, p_space_id uuid, p_type text) returns boolean
language sql stable as $$
  select coalesce(
    (select (s.push_enabled or s.email_enabled) and case p_type
        when 'post_like' then s.likes when 'comment_reply' then s.comments when 'mention' then s.mentions
        when 'space_join' then s.space_joins when 'new_post' then s.new_posts
        when 'new_customer' then s.new_customers when 'admin_announcement' then s.admin_announcements
        else s.event_reminders end
      from space_notification_preferences s where s.user_id = p_user_id and s.space_id = p_space_id),
    (select (g.push_enabled or g.email_enabled) and case p_type
        when 'post_like' then g.likes when 'comment_reply' then g.comments when 'mention' then g.mentions
        when 'space_join' then g.space_joins when 'new_post' then g.new_posts
        when 'new_customer' then g.new_customers else true end
      from notification_preferences g where g.user_id = p_user_id),
    p_type <> 'new_post')
$$;

-- Increases the version of a user's list and locks the list until the transaction ends.
create function lock_notifications(p_user_id uuid) returns bigint language sql as $$
  insert into notification_counts (user_id, version) values (p_user_id, 1)
  on conflict (user_id) do update set version = notification_counts.version + 1
  returning version
$$;

-- Maintained by a trigger, so that no code path can make it wrong.
create function count_unread_notifications() returns trigger language plpgsql as $$
declare
  was integer := 0;
  becomes integer := 0;
begin
  if tg_op <> 'INSERT' and not old.read then was := 1; end if;
  if tg_op <> 'DELETE' and not new.read then becomes := 1; end if;
  if was <> becomes then
    update notification_counts set unread_count = unread_count + becomes - was
    where user_id = coalesce(new.user_id, old.user_id);
  end if;
  return null;
end $$;
create trigger notifications_count after insert or delete or update of read on notifications
  for each row execute function count_unread_notifications();

-- Deletes the notifications of a space when a membership ends.
create function end_notifications_of_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not (old.status = 'active' and new.status <> 'active') then return null; end if;
  -- If the user or the space is deleted, foreign keys delete the rows.
  if exists (select 1 from notifications where user_id = old.user_id and space_id = old.space_id)
    and exists (select 1 from users where id = old.user_id) then
    perform lock_notifications(old.user_id);
    delete from notifications where user_id = old.user_id and space_id = old.space_id;
  end if;
  return null;
end $$;
create trigger space_members_end_notifications after delete or update of status on space_members
  for each row execute function end_notifications_of_member();

-- Writes notifications ([{id, user_id, type, title, content_preview, target_type, target_id, post_id, batch_key, expires_at}])
-- of one change for the users who are active members and want them, in the order of user_id, and returns the rows that are
-- new or changed. Rows merged by user (post_like, space_join) don't change if the user is already included.
create function upsert_batched_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamptz, p_notifications jsonb)
returns table (notification_id uuid, unread_count integer) language plpgsql as $$
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
      content_preview text, target_type text, target_id uuid, post_id uuid, batch_key text, expires_at timestamptz)
    where n.user_id is distinct from p_actor_id and wants_notification(n.user_id, p_space_id, n.type)
    order by n.user_id
  loop
    -- Skips users whose membership is being ended right now instead of waiting for them.
    perform 1 from space_members m where m.space_id = p_space_id and m.user_id = notification.user_id
      and m.status = 'active' for key share skip locked;
    if not found and not exists
      (select 1 from spaces s where s.id = p_space_id and s.owner_id = notification.user_id) then continue; end if;

    number := lock_notifications(notification.user_id);
    known := null;
    if notification.batch_key is not null then
      select * into known from notifications o where o.user_id = notification.user_id and o.batch_key = notification.batch_key;
    end if;
    if known.id is null then
      row_id := notification.id;
      insert into notifications (id, user_id, space_id, type, actor_id, last_actor_id, actor_count, actor_relationship,
        title, content_preview, target_type, target_id, post_id, batch_key, version, created_at, batch_updated_at,
        expires_at)
      values (row_id, notification.user_id, p_space_id, notification.type, p_actor_id, p_actor_id,
        case when p_actor_id is null then 0 else 1 end, relationship, notification.title, notification.content_preview,
        notification.target_type, notification.target_id, notification.post_id, notification.batch_key, number, p_now, p_now,
        notification.expires_at);
    else
      row_id := known.id;
      is_new_actor := p_actor_id is not null and not exists
        (select 1 from notification_actors a where a.notification_id = row_id and a.user_id = p_actor_id);
      if not is_new_actor and notification.type in ('post_like', 'space_join') then continue; end if;
      update notifications set last_actor_id = p_actor_id, actor_relationship = relationship,
        actor_count = actor_count + case when is_new_actor then 1 else 0 end, title = notification.title,
        content_preview = notification.content_preview, target_type = notification.target_type, target_id = notification.target_id,
        post_id = notification.post_id, read = false, clicked = false, version = number, batch_updated_at = p_now,
        expires_at = notification.expires_at
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
