-- Notifications, their preferences, and unsubscribed emails.

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  conversation_id uuid references chat_conversations (id) on delete cascade,
  type text not null,
  actor_id uuid references users (id) on delete set null,
  last_actor_id uuid references users (id) on delete set null,
  actor_count integer not null default 0,
  actor_relationship text check (actor_relationship in ('admin', 'following', 'member')),
  content_preview text not null default '',
  target_type text not null,
  target_id uuid not null,
  post_id uuid,
  read boolean not null default false,
  clicked boolean not null default false,
  batch_key text,
  version bigint not null,
  created_at timestamptz(3) not null,
  batch_updated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  snoozed_until timestamptz(3),
  params jsonb not null default '{}',
  check (snoozed_until is null or read),
  check ((space_id is null) <> (conversation_id is null))
);
comment on table notifications is
  'A row is one entry in a user''s list. Repeated events of types that are merged share one row.';
comment on column notifications.conversation_id is 'What it is about happened in this conversation, instead of a space.';
comment on column notifications.type is 'The types are declared in contract/src/features/notifications/notification-types.ts.';
comment on column notifications.actor_id is 'The first user who caused the notification; null if no one did, as for a reminder.';
comment on column notifications.last_actor_id is 'The latest user who caused the notification.';
comment on column notifications.target_type is 'What the notification is about and leads to.';
comment on column notifications.post_id is 'The post of a comment, or the page of a course, for the link.';
comment on column notifications.clicked is 'Whether the entry was opened, not only seen in the list.';
comment on column notifications.snoozed_until is
  'Until then, the entry is only in the list of snoozed ones, as a read one. Then it comes back unread, at the top.';
comment on column notifications.batch_key is 'What later events have in common that are merged into this entry.';
comment on column notifications.version is 'notification_counts.version when the row last changed.';
comment on column notifications.batch_updated_at is
  'When the latest event was merged into the entry, or when it came back after it was snoozed: the order of the list.';
comment on column notifications.content_preview is 'An excerpt of what people wrote; empty if there is none.';
comment on column notifications.params is
  'The values of the entry''s sentence, as its type declares them: {"outcome": "approved"}. Readers write the sentence in their own language.';
create unique index notifications_batch_key on notifications (user_id, batch_key) where batch_key is not null;
create index notifications_page_idx on notifications (user_id, batch_updated_at desc, id desc);
create index notifications_space_page_idx on notifications (user_id, space_id, batch_updated_at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where not read;
create index notifications_snoozed_idx on notifications (snoozed_until) where snoozed_until is not null;
create index notifications_snoozed_page_idx on notifications (user_id, batch_updated_at desc, id desc)
  where snoozed_until is not null;
create index notifications_target_idx on notifications (target_id);
-- To find the announcements of a course without reading a row for each member.
create index notifications_new_pages_idx on notifications (target_id, (params ->> 'since'), post_id) where type = 'new_pages';
create index notifications_post_idx on notifications (post_id) where post_id is not null;
create index notifications_space_idx on notifications (space_id);
create index notifications_conversation_idx on notifications (conversation_id, user_id) where conversation_id is not null;
create index notifications_expires_idx on notifications (expires_at);

create table notification_actors (
  notification_id uuid not null references notifications (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  occurred_at timestamptz(3) not null,
  primary key (notification_id, user_id)
);
comment on table notification_actors is 'Everyone who caused an entry, with the latest time.';
create index notification_actors_latest_idx on notification_actors (notification_id, occurred_at desc);
create index notification_actors_user_id_idx on notification_actors (user_id);

create table notification_counts (
  user_id uuid primary key references users (id) on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  version bigint not null default 0
);
comment on table notification_counts is
  'One row per user. Every change to a user''s list locks it first, so that counts and versions have the order in which changes become visible.';
comment on column notification_counts.unread_count is 'Maintained by the trigger notifications_count.';
comment on column notification_counts.version is 'Increases with each change to the list.';

create table notification_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  push_enabled boolean not null default true,
  email_enabled boolean not null default true,
  new_posts boolean not null default false,
  comments boolean not null default true,
  likes boolean not null default true,
  mentions boolean not null default true,
  messages boolean not null default true,
  space_joins boolean not null default true,
  new_customers boolean not null default true,
  admin_announcements boolean not null default true,
  new_courses boolean not null default false,
  event_reminders boolean not null default true,
  digest_email_frequency text not null default 'weekly'
    check (digest_email_frequency in ('weekly', 'daily', 'monthly', 'never')),
  notifications_email_frequency text not null default 'hourly'
    check (notifications_email_frequency in ('immediate', 'hourly', 'daily', 'never')),
  quiet_hours_enabled boolean not null default false,
  quiet_hours_start time not null default '22:00',
  quiet_hours_end time not null default '08:00',
  updated_at timestamptz(3) not null default now(),
  check (quiet_hours_start <> quiet_hours_end)
);
comment on table notification_preferences is
  'A user''s preferences for conversations, and for spaces where they have chosen nothing else. Without a row, the defaults apply.';

create table space_notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  digest_email_frequency text check (digest_email_frequency in ('weekly', 'daily', 'monthly', 'never')),
  notifications_email_frequency text
    check (notifications_email_frequency in ('immediate', 'hourly', 'daily', 'never')),
  new_posts boolean,
  comments boolean,
  likes boolean,
  mentions boolean,
  space_joins boolean,
  admin_announcements boolean,
  new_courses boolean,
  event_reminders boolean,
  new_customers boolean,
  push_enabled boolean,
  email_enabled boolean,
  quiet_hours_enabled boolean,
  quiet_hours_start time,
  quiet_hours_end time,
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, space_id),
  check (quiet_hours_start <> quiet_hours_end),
  check ((quiet_hours_start is null) = (quiet_hours_end is null))
);
comment on table space_notification_preferences is
  'What a user has chosen differently for one space. Their general preferences apply where a column is null: see effective_preferences.';
create index space_notification_preferences_space_idx on space_notification_preferences (space_id);

create table removed_notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  target_id uuid not null,
  post_id uuid,
  entry jsonb not null,
  actors jsonb not null,
  removed_at timestamptz(3) not null
);
comment on table removed_notifications is
  'Entries that a user has removed from their list, for an hour, so that they can undo it.';
comment on column removed_notifications.space_id is 'Null if it happened in a conversation.';
comment on column removed_notifications.entry is 'The row of notifications.';
comment on column removed_notifications.actors is 'Its rows of notification_actors.';
create index removed_notifications_user_idx on removed_notifications (user_id);
create index removed_notifications_space_idx on removed_notifications (space_id);
create index removed_notifications_target_idx on removed_notifications (target_id);
create index removed_notifications_post_idx on removed_notifications (post_id) where post_id is not null;
create index removed_notifications_removed_idx on removed_notifications (removed_at);

create table notification_mutes (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  target_id uuid not null,
  muted_until timestamptz(3) not null,
  primary key (user_id, target_id)
);
comment on table notification_mutes is 'Posts and spaces that notify a user of nothing for a while.';
comment on column notification_mutes.target_id is 'The post, or the space itself.';
comment on column notification_mutes.muted_until is 'The year 9999 mutes for good.';
create index notification_mutes_space_idx on notification_mutes (space_id);
create index notification_mutes_target_idx on notification_mutes (target_id);

create table email_unsubscribes (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  type text not null,
  created_at timestamptz(3) not null,
  unique nulls not distinct (user_id, space_id, type)
);
comment on table email_unsubscribes is
  'Emails that a user has unsubscribed from with the link in one of them: one type from one space, or those about conversations. Notifications in the app continue.';
comment on column email_unsubscribes.space_id is 'Null for emails about conversations.';
create index email_unsubscribes_space_idx on email_unsubscribes (space_id);

create function preference_value(p_preferences jsonb, p_preference text) returns boolean language plpgsql immutable as $$
begin
  if p_preference is null then return true; end if;
  if not p_preferences ? p_preference then
    raise exception 'unknown notification preference %', p_preference using errcode = 'invalid_parameter_value';
  end if;
  return (p_preferences ->> p_preference)::boolean;
end $$;
comment on function preference_value(jsonb, text) is
  'The value of a preference in a row of preferences; true without one. Raises an error if there is no such column.';

create function effective_preferences(p_user_id uuid, p_space_id uuid)
returns setof notification_preferences language sql stable rows 1 as $$
  select u.user_id, coalesce(s.push_enabled, g.push_enabled), coalesce(s.email_enabled, g.email_enabled),
    coalesce(s.new_posts, g.new_posts), coalesce(s.comments, g.comments), coalesce(s.likes, g.likes),
    coalesce(s.mentions, g.mentions), g.messages, coalesce(s.space_joins, g.space_joins),
    coalesce(s.new_customers, g.new_customers), coalesce(s.admin_announcements, g.admin_announcements),
    coalesce(s.new_courses, g.new_courses), coalesce(s.event_reminders, g.event_reminders),
    coalesce(s.digest_email_frequency, g.digest_email_frequency),
    coalesce(s.notifications_email_frequency, g.notifications_email_frequency),
    coalesce(s.quiet_hours_enabled, g.quiet_hours_enabled), coalesce(s.quiet_hours_start, g.quiet_hours_start),
    coalesce(s.quiet_hours_end, g.quiet_hours_end), greatest(s.updated_at, g.updated_at)
  from (select p_user_id as user_id) u
  left join space_notification_preferences s on s.user_id = u.user_id and s.space_id = p_space_id
  left join notification_preferences g on g.user_id = u.user_id
$$;
comment on function effective_preferences(uuid, uuid) is
  'The preferences that apply to a user in a space, or to conversations (p_space_id null): each is what they have chosen for the space, otherwise in general. Null where they have chosen neither, so that the default applies.';

create function allows_notification(p_preferences notification_preferences, p_preference text, p_default boolean)
returns boolean language sql stable as $$
  select (coalesce(p_preferences.push_enabled, true) or coalesce(p_preferences.email_enabled, true))
    and coalesce(
      case p_preference
        -- Those of many members at once. The row of each of them isn't made JSON.
        when 'admin_announcements' then p_preferences.admin_announcements
        when 'new_posts' then p_preferences.new_posts
        when 'new_courses' then p_preferences.new_courses
        else preference_value(to_jsonb(p_preferences), p_preference)
      end, p_default)
$$;
comment on function allows_notification(notification_preferences, text, boolean) is
  'Whether a user with these effective_preferences wants notifications: see wants_notification. In a statement about many users, it becomes part of the plan instead of a statement for each of them.';

create function wants_notification(p_user_id uuid, p_space_id uuid, p_preference text, p_default boolean)
returns boolean language sql stable as $$
  select allows_notification(e, p_preference, p_default) from effective_preferences(p_user_id, p_space_id) e
$$;
comment on function wants_notification(uuid, uuid, text, boolean) is
  'Whether a user wants notifications from a space. p_preference is the column that turns them off, null if none does; p_default applies to users who have chosen neither.';

create function notifies_of_conversation(p_conversation_id uuid, p_user_id uuid, p_actor_id uuid, p_at timestamptz)
returns boolean language sql stable as $$
  select exists (select from chat_participants p where p.conversation_id = p_conversation_id and p.user_id = p_user_id
      and p.status = 'active' and (p.muted_until is null or p.muted_until <= p_at))
    and not coalesce(chat_is_blocked(p_user_id, p_actor_id), false)
$$;
comment on function notifies_of_conversation(uuid, uuid, uuid, timestamptz) is
  'Whether a user can be notified at a time of what someone did in a conversation: they are in it, haven''t muted it, and no block is between the two.';

create function wants_email(p_user_id uuid, p_space_id uuid, p_type text, p_preference text, p_default boolean)
returns boolean language sql stable as $$
  select wants_notification(p_user_id, p_space_id, p_preference, p_default)
    and (select coalesce(e.email_enabled, true) and coalesce(e.notifications_email_frequency <> 'never', true)
      from effective_preferences(p_user_id, p_space_id) e)
    and not exists (select from email_unsubscribes r
      where r.user_id = p_user_id and r.space_id = p_space_id and r.type = p_type)
$$;
comment on function wants_email(uuid, uuid, text, text, boolean) is
  'Whether a user wants emails for notifications of a type from a space: see wants_notification.';

create function current_mutes(p_user_id uuid, p_space_id uuid, p_post_id uuid, p_at timestamptz)
returns setof notification_mutes language sql stable rows 1 as $$
  select m.* from notification_mutes m where m.user_id = p_user_id
    and m.target_id in (p_space_id, p_post_id) and m.muted_until > p_at
$$;
comment on function current_mutes(uuid, uuid, uuid, timestamptz) is
  'The mutes of a user that keep notifications of a space or a post from them at a time: see is_muted. For statements about many users.';

create function is_muted(p_user_id uuid, p_space_id uuid, p_post_id uuid, p_at timestamptz)
returns boolean language sql stable as $$
  select exists (select from current_mutes(p_user_id, p_space_id, p_post_id, p_at))
$$;
comment on function is_muted(uuid, uuid, uuid, timestamptz) is
  'Whether a user has muted a space or a post at a time. Null for what can''t mute the notification.';

create function lock_notifications(p_user_id uuid) returns bigint language sql as $$
  insert into notification_counts (user_id, version) values (p_user_id, 1)
  on conflict (user_id) do update set version = notification_counts.version + 1
  returning version
$$;
comment on function lock_notifications(uuid) is
  'Increases the version of a user''s list and locks the list until the transaction ends.';

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
comment on function count_unread_notifications() is
  'Maintains notification_counts.unread_count, which must be exact in the transaction that sends it.';
create trigger notifications_count after insert or delete or update of read on notifications
  for each row execute function count_unread_notifications();

create function relationship_to(recipient uuid, actor uuid, space_relationship text) returns text language sql stable parallel safe as $$
  select case when space_relationship = 'member'
    and exists (select from user_follows where follower_id = recipient and following_id = actor)
    then 'following' else space_relationship end
$$;
comment on function relationship_to(uuid, uuid, text) is
  'What the actor of a notification is to its recipient, from what they are in the space: following if that is a member whom they follow.';

create function record_notifications(p_space_id uuid, p_conversation_id uuid, p_actor_id uuid, p_now timestamptz, p_notifications jsonb)
returns table (entry notifications, unread_count integer, actor_names text[]) language plpgsql rows 10 as $$
declare
  notification record;
  known record;
  number bigint;
  space_relationship text;
  relationship text;
  is_new_actor boolean;
begin
  if p_actor_id is not null then
    select case when s.owner_id = p_actor_id or m.role in ('owner', 'admin') then 'admin' else 'member' end
      into space_relationship
      from spaces s left join space_members m
        on m.space_id = s.id and m.user_id = p_actor_id and m.status = 'active'
      where s.id = p_space_id;
  end if;
  for notification in
    select n.* from jsonb_to_recordset(p_notifications) as n (id uuid, user_id uuid, type text,
      content_preview text, target_type text, target_id uuid, post_id uuid, batch_key text, params jsonb,
      expires_at timestamptz, preference text, is_default boolean, members_only boolean, ignore_repeats boolean,
      muted_post_id uuid, muted_space_id uuid, is_emailed boolean, is_pushed boolean)
    where n.user_id is distinct from p_actor_id
    order by n.user_id
  loop
    -- Not conditions of the query above: it would be planned again for each call.
    continue when not wants_notification(notification.user_id, p_space_id, notification.preference, notification.is_default);
    continue when is_muted(notification.user_id, notification.muted_space_id, notification.muted_post_id, p_now);
    continue when p_conversation_id is not null
      and not notifies_of_conversation(p_conversation_id, notification.user_id, p_actor_id, p_now);
    if notification.members_only and p_space_id is not null then
      -- Skips users whose membership is being ended right now instead of waiting for them.
      perform 1 from space_members m where m.space_id = p_space_id and m.user_id = notification.user_id
        and m.status = 'active' for key share skip locked;
      if not found and not exists
        (select 1 from spaces s where s.id = p_space_id and s.owner_id = notification.user_id) then continue; end if;
    end if;

    relationship := relationship_to(notification.user_id, p_actor_id, space_relationship);
    number := lock_notifications(notification.user_id);
    select o.id, o.read, exists (select from notification_actors a where a.notification_id = o.id and a.user_id = p_actor_id) as has_actor
      into known from notifications o where o.user_id = notification.user_id and o.batch_key = notification.batch_key;
    if known.id is null then
      insert into notifications (id, user_id, space_id, conversation_id, type, actor_id, last_actor_id, actor_count, actor_relationship,
        content_preview, target_type, target_id, post_id, batch_key, version, created_at, batch_updated_at,
        expires_at, params)
      values (notification.id, notification.user_id, p_space_id, p_conversation_id, notification.type, p_actor_id, p_actor_id,
        case when p_actor_id is null then 0 else 1 end, relationship, notification.content_preview, notification.target_type, notification.target_id, notification.post_id, notification.batch_key, number, p_now, p_now,
        notification.expires_at, notification.params)
      returning * into entry;
    else
      is_new_actor := p_actor_id is not null and not known.has_actor;
      continue when not is_new_actor and notification.ignore_repeats;
      update notifications set last_actor_id = p_actor_id, actor_relationship = relationship,
        actor_count = actor_count + case when is_new_actor then 1 else 0 end,
        content_preview = notification.content_preview, target_type = notification.target_type, target_id = notification.target_id,
        post_id = notification.post_id, read = false, clicked = false, snoozed_until = null, version = number, batch_updated_at = p_now,
        expires_at = notification.expires_at, params = notification.params
      where id = known.id
      returning * into entry;
    end if;
    if p_actor_id is not null then
      insert into notification_actors (notification_id, user_id, occurred_at) values (entry.id, p_actor_id, p_now)
      on conflict on constraint notification_actors_pkey do update set occurred_at = excluded.occurred_at;
    end if;
    perform queue_deliveries(entry.id, notification.user_id, p_space_id, notification.is_emailed, notification.is_pushed,
      known.id is null or known.read or p_conversation_id is not null, p_now);
    select c.unread_count, array(select p.full_name from notification_actors a join users p on p.id = a.user_id
        where a.notification_id = entry.id order by a.occurred_at desc, a.user_id limit 3)
      into unread_count, actor_names from notification_counts c where c.user_id = notification.user_id;
    return next;
  end loop;
end $$;
comment on function record_notifications(uuid, uuid, uuid, timestamptz, jsonb) is
  'Writes the notifications of one change in a space or a conversation ([{id, user_id, type, content_preview, target_type, target_id, post_id, batch_key, params, expires_at, preference, is_default, members_only, ignore_repeats, muted_post_id, muted_space_id, is_emailed, is_pushed}]) for the users who want them, in the order of user_id, and returns the entries that are new or changed, with the names of up to three actors. members_only: only active members get it. ignore_repeats: a merged row doesn''t change if its actor is already included.';
