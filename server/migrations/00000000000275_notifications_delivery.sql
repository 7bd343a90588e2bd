-- What is emailed and pushed of the entries in users' lists.

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  is_active boolean not null default true,
  subscribed_at timestamptz(3) not null,
  last_sent_at timestamptz(3),
  failures integer not null default 0,
  failing_since timestamptz(3),
  retry_at timestamptz(3)
);
comment on table push_subscriptions is 'Browsers that show push notifications of a user.';
comment on column push_subscriptions.session_id is 'The session that subscribed: signing out ends the subscription.';
comment on column push_subscriptions.endpoint is 'The address at the push service of the browser.';
comment on column push_subscriptions.p256dh is 'The public key for which payloads are encrypted (RFC 8291).';
comment on column push_subscriptions.auth is 'The shared secret of the encryption.';
comment on column push_subscriptions.is_active is 'False once the push service has refused it, or has failed for a day.';
comment on column push_subscriptions.subscribed_at is 'When the browser subscribed, or last renewed its subscription.';
comment on column push_subscriptions.failures is 'How often the push service has failed since it last took a notification.';
comment on column push_subscriptions.retry_at is 'When the push service is asked again after a failure.';
create index push_subscriptions_user_idx on push_subscriptions (user_id) where is_active;
create index push_subscriptions_session_idx on push_subscriptions (session_id);

create table notification_deliveries (
  notification_id uuid references notifications (id) on delete cascade,
  broadcast_id uuid references notification_broadcasts (id) on delete cascade,
  conversation_id uuid references chat_conversations (id) on delete cascade,
  entry_id uuid not null generated always as (coalesce(notification_id, broadcast_id, conversation_id)) stored,
  channel text not null check (channel in ('email', 'push')),
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  queued_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  sent_at timestamptz(3),
  bundle_id uuid,
  failures integer not null default 0,
  pushed_to uuid[] not null default '{}',
  recently_sent timestamptz(3)[] not null default '{}',
  primary key (entry_id, user_id, channel),
  check (num_nonnulls(notification_id, broadcast_id, conversation_id) = 1)
);
comment on table notification_deliveries is
  'What is to be sent, or was sent, of an entry. An entry is sent once by each channel, and again only if it was read and became unread. What is new in a conversation is sent again without that.';
comment on column notification_deliveries.conversation_id is 'The conversation whose unread messages are sent.';
comment on column notification_deliveries.entry_id is
  'The id of the entry in the list (of a notification, or of a broadcast), or the conversation whose unread messages are sent.';
comment on column notification_deliveries.space_id is 'Null if it happened in a conversation.';
comment on column notification_deliveries.recently_sent is 'When an entry about a conversation was sent, the latest three times.';
comment on column notification_deliveries.due_at is 'When it is decided whether it is still to be sent.';
comment on column notification_deliveries.claimed_until is 'A process is sending it; if it ends before, another one does.';
comment on column notification_deliveries.bundle_id is 'The email that contains it.';
comment on column notification_deliveries.failures is 'How often sending it failed because of an error of this server.';
comment on column notification_deliveries.pushed_to is 'The subscriptions that have got it, while others are tried again.';
create index notification_deliveries_due_idx on notification_deliveries (channel, due_at) where sent_at is null;
create index notification_deliveries_bundle_idx on notification_deliveries (bundle_id) where bundle_id is not null;
create index notification_deliveries_user_idx on notification_deliveries (user_id) where sent_at is null;
create index notification_deliveries_space_idx on notification_deliveries (space_id);
create index notification_deliveries_notification_idx on notification_deliveries (notification_id) where notification_id is not null;
create index notification_deliveries_conversation_idx on notification_deliveries (conversation_id) where conversation_id is not null;
create index notification_deliveries_broadcast_idx on notification_deliveries (broadcast_id, user_id) where broadcast_id is not null;

create function quiet_until(p_start time, p_end time, p_zone text, p_at timestamptz)
returns timestamptz language sql stable as $$
  select min(ends) from (
    select (night + p_start) at time zone p_zone as starts,
      (night + case when p_start < p_end then 0 else 1 end + p_end) at time zone p_zone as ends
    from (select (p_at at time zone p_zone)::date as day) wall, unnest(array[day - 1, day]) as night) quiet
  where p_start <> p_end and p_at >= starts and p_at < ends
$$;
comment on function quiet_until(time, time, text, timestamptz) is
  'When the quiet hours that it is at a time end; null if it is not. They may span midnight. Times that come twice count at the second one, and skipped ones an hour later. The same start and end are none.';

create function email_due_at(p_frequency text, p_zone text, p_in_space boolean, p_at timestamptz)
returns timestamptz language sql stable as $$
  select case case when p_in_space or p_frequency = 'never' then p_frequency else 'conversation' end
    when 'conversation' then p_at + interval '5 minutes'
    -- Time to read it in the app.
    when 'immediate' then p_at + interval '2 minutes'
    when 'hourly' then date_trunc('hour', p_at) + interval '1 hour'
    when 'daily' then (date_trunc('day', (p_at at time zone p_zone) - interval '8 hours')
      + interval '1 day 8 hours') at time zone p_zone
  end
$$;
comment on function email_due_at(text, text, boolean, timestamptz) is
  'When an entry of a time is emailed: after two minutes, at the next full hour, or at the next 8:00 of the user; what happened in a conversation after five minutes; null for never.';

create function snooze_until(p_duration text, p_zone text, p_at timestamptz)
returns timestamptz language sql stable as $$
  select case p_duration
    when '1_hour' then p_at + interval '1 hour'
    when 'tomorrow' then (date_trunc('day', wall) + interval '1 day 9 hours') at time zone p_zone
    when 'next_week' then (date_trunc('week', wall) + interval '7 days 9 hours') at time zone p_zone
  end
  from (select p_at at time zone p_zone as wall) clock
$$;
comment on function snooze_until(text, text, timestamptz) is
  'When an entry that is snoozed at a time comes back: after an hour, or at 9:00 of the next day or the next Monday in a time zone.';

create function delivery_preferences(p_user_id uuid, p_space_id uuid, p_at timestamptz)
returns table (email boolean, push boolean, frequency text, time_zone text, quiet_until timestamptz)
language sql stable as $$
  select
    coalesce(e.email_enabled, true) and coalesce(e.notifications_email_frequency <> 'never', true)
      and not exists (select from email_unsubscribes r
        where r.user_id = u.id and r.space_id is not distinct from p_space_id
          and r.type = case when p_space_id is null then 'conversations' else 'notifications' end),
    coalesce(e.push_enabled, true),
    coalesce(e.notifications_email_frequency, 'hourly'),
    u.time_zone,
    case when e.quiet_hours_enabled then quiet_until(coalesce(e.quiet_hours_start, '22:00'),
      coalesce(e.quiet_hours_end, '08:00'), u.time_zone, p_at) end
  from users u cross join lateral effective_preferences(u.id, p_space_id) e
  where u.id = p_user_id
$$;
comment on function delivery_preferences(uuid, uuid, timestamptz) is
  'Which channels a user wants for a space, or for conversations (p_space_id null), how often emails, in which time zone, and until when it is quiet at a time.';

create function wanted_channels(p_user_id uuid, p_space_id uuid, p_email boolean, p_push boolean, p_at timestamptz)
returns table (channel text, due_at timestamptz) language sql stable as $$
  select c.channel, c.due_at
  from delivery_preferences(p_user_id, p_space_id, p_at) w
  cross join lateral (values
    ('email', p_email and w.email, email_due_at(w.frequency, w.time_zone, p_space_id is not null, p_at)),
    -- Someone who looks at the page reads it in this time.
    ('push', p_push and w.push and exists (select from push_subscriptions b
      where b.user_id = p_user_id and b.is_active), p_at + interval '10 seconds')
  ) c (channel, is_wanted, due_at)
  where c.is_wanted
$$;
comment on function wanted_channels(uuid, uuid, boolean, boolean, timestamptz) is
  'The channels by which a user wants to get an entry of a time, and when it is decided whether it is still to be sent.';

create function queue_deliveries(p_notification_id uuid, p_user_id uuid, p_space_id uuid, p_email boolean,
  p_push boolean, p_again boolean, p_at timestamptz)
returns void language sql as $$
  insert into notification_deliveries (notification_id, channel, user_id, space_id, queued_at, due_at)
  select p_notification_id, c.channel, p_user_id, p_space_id, p_at, c.due_at
  from wanted_channels(p_user_id, p_space_id, p_email, p_push, p_at) c
  -- Rows that stay as they are aren't locked, which would write them.
  where p_again or not exists (select from notification_deliveries d
    where d.entry_id = p_notification_id and d.user_id = p_user_id and d.channel = c.channel)
  on conflict (entry_id, user_id, channel) do update
    set queued_at = excluded.queued_at, due_at = excluded.due_at, claimed_until = null, sent_at = null, bundle_id = null,
      failures = 0, pushed_to = '{}'
    -- What waits is sent with what is new, unless some browsers got it already.
    where p_again and (notification_deliveries.sent_at is not null or notification_deliveries.claimed_until is not null
      or notification_deliveries.pushed_to <> '{}')
$$;
comment on function queue_deliveries(uuid, uuid, uuid, boolean, boolean, boolean, timestamptz) is
  'Queues an entry for the channels that its user wants. p_again: also if it was sent, because it was read since, or happened in a conversation.';

create table space_digests (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  considered_at timestamptz(3) not null,
  sent_at timestamptz(3),
  unread_streak integer not null default 0,
  was_thinned boolean not null default false,
  failures integer not null default 0,
  retry_at timestamptz(3),
  primary key (user_id, space_id)
);
comment on table space_digests is 'The digests of spaces that members get by email.';
comment on column space_digests.considered_at is 'When it was last decided whether to send one. The next one has posts from then on.';
comment on column space_digests.unread_streak is 'How many were sent since the member last visited the space.';
comment on column space_digests.was_thinned is 'Whether the last one was left out because none is read.';
comment on column space_digests.failures is 'How often deciding about the next one has failed.';
comment on column space_digests.retry_at is 'When it is decided again after a failure.';
create index space_digests_space_idx on space_digests (space_id);

create function digest_due_since(p_frequency text, p_zone text, p_at timestamptz)
returns timestamptz language sql stable as $$
  select case p_frequency
    when 'daily' then (date_trunc('day', wall) + interval '8 hours') at time zone p_zone
    when 'weekly' then (date_trunc('week', wall) + interval '8 hours') at time zone p_zone
    when 'monthly' then (date_trunc('month', wall) + interval '8 hours') at time zone p_zone
  end
  from (select (p_at at time zone p_zone) - interval '8 hours' as wall) clock
$$;
comment on function digest_due_since(text, text, timestamptz) is
  'The latest 8:00 at which digests of a frequency are sent: every day, on Mondays, or on the first of the month. Null for never.';
