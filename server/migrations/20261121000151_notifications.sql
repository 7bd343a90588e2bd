-- What people are told of (document 2, section 3). A row is one entry of someone's list; repeated events of the types that
-- merge share one row, found by batch_key.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  type text not null check (type in ('post_like', 'comment_reply', 'mention', 'space_join', 'new_post', 'new_customer',
    'admin_announcement', 'event_reminder')),
  -- Whose act began the row, and whose was the last; null where no person acted, as with a reminder.
  actor_id uuid references users (id) on delete set null,
  last_actor_id uuid references users (id) on delete set null,
  actor_count integer not null default 0,
  actor_relationship text check (actor_relationship in ('admin', 'following', 'member')),
  title text not null,
  content_preview text not null default '',
  target_type text not null check (target_type in ('post', 'comment', 'event', 'space')),
  target_id uuid not null,
  -- The post that a comment stands under, so that the way to it is known.
  post_id uuid,
  read boolean not null default false,
  clicked boolean not null default false,
  batch_key text,
  -- The user's number when the row last changed, from notification_counts.
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

-- One row a person: how many entries are unread, and a number that rises with each change to their list. Whoever changes
-- the list locks this row first, so that counts and numbers are those of the order in which changes become visible.
create table notification_counts (
  user_id uuid primary key references users (id) on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  version bigint not null default 0
);

-- Wishes: the row of the space counts, else the person's own, else the defaults (reading A72).
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

-- Whether a person wants to be told of something of this type in this space.
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

-- Raises a person's number and locks their list until the transaction ends.
create function lock_notifications(p_user_id uuid) returns bigint language sql as $$
  insert into notification_counts (user_id, version) values (p_user_id, 1)
  on conflict (user_id) do update set version = notification_counts.version + 1
  returning version
$$;

-- The count is kept by the database itself, so that no path can make it wrong.
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

-- Who is no longer an active member has nothing of the space in their list any more.
create function end_notifications_of_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not (old.status = 'active' and new.status <> 'active') then return null; end if;
  -- With the person or the space itself gone, the rows go by their references.
  if exists (select 1 from notifications where user_id = old.user_id and space_id = old.space_id)
    and exists (select 1 from users where id = old.user_id) then
    perform lock_notifications(old.user_id);
    delete from notifications where user_id = old.user_id and space_id = old.space_id;
  end if;
  return null;
end $$;
create trigger space_members_end_notifications after delete or update of status on space_members
  for each row execute function end_notifications_of_member();

-- Writes notices ([{id, user_id, type, title, content_preview, target_type, target_id, post_id, batch_key, expires_at}])
-- of one act into the lists of those who are active members and want them, one list after the other by user_id, and
-- answers the rows that came out new or changed. In a row that merges by person (post_like, space_join) someone who is in
-- it already changes nothing.
create function upsert_batched_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamptz, p_notifications jsonb)
returns table (notification_id uuid, unread_count integer) language plpgsql as $$
declare
  notice record;
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
  for notice in
    select n.* from jsonb_to_recordset(p_notifications) as n (id uuid, user_id uuid, type text, title text,
      content_preview text, target_type text, target_id uuid, post_id uuid, batch_key text, expires_at timestamptz)
    where n.user_id is distinct from p_actor_id and wants_notification(n.user_id, p_space_id, n.type)
    order by n.user_id
  loop
    -- Whose membership is being ended at this moment is passed over rather than waited for.
    perform 1 from space_members m where m.space_id = p_space_id and m.user_id = notice.user_id
      and m.status = 'active' for key share skip locked;
    if not found and not exists
      (select 1 from spaces s where s.id = p_space_id and s.owner_id = notice.user_id) then continue; end if;

    number := lock_notifications(notice.user_id);
    known := null;
    if notice.batch_key is not null then
      select * into known from notifications o where o.user_id = notice.user_id and o.batch_key = notice.batch_key;
    end if;
    if known.id is null then
      row_id := notice.id;
      insert into notifications (id, user_id, space_id, type, actor_id, last_actor_id, actor_count, actor_relationship,
        title, content_preview, target_type, target_id, post_id, batch_key, version, created_at, batch_updated_at,
        expires_at)
      values (row_id, notice.user_id, p_space_id, notice.type, p_actor_id, p_actor_id,
        case when p_actor_id is null then 0 else 1 end, relationship, notice.title, notice.content_preview,
        notice.target_type, notice.target_id, notice.post_id, notice.batch_key, number, p_now, p_now,
        notice.expires_at);
    else
      row_id := known.id;
      is_new_actor := p_actor_id is not null and not exists
        (select 1 from notification_actors a where a.notification_id = row_id and a.user_id = p_actor_id);
      if not is_new_actor and notice.type in ('post_like', 'space_join') then continue; end if;
      update notifications set last_actor_id = p_actor_id, actor_relationship = relationship,
        actor_count = actor_count + case when is_new_actor then 1 else 0 end, title = notice.title,
        content_preview = notice.content_preview, target_type = notice.target_type, target_id = notice.target_id,
        post_id = notice.post_id, read = false, clicked = false, version = number, batch_updated_at = p_now,
        expires_at = notice.expires_at
      where id = row_id;
    end if;
    if p_actor_id is not null then
      insert into notification_actors (notification_id, user_id, occurred_at) values (row_id, p_actor_id, p_now)
      on conflict on constraint notification_actors_pkey do update set occurred_at = excluded.occurred_at;
    end if;
    notification_id := row_id;
    select c.unread_count into unread_count from notification_counts c where c.user_id = notice.user_id;
    return next;
  end loop;
end $$;
