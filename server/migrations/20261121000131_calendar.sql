-- The shared data of the events of a series. A series has at most 200 events, one row each.
create table event_series (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id),
  -- The recurrence rule of the contract. starts_local and ends_local are the times of the first event in time_zone.
  rule jsonb not null,
  time_zone text not null,
  all_day boolean not null,
  starts_local text not null,
  ends_local text not null,
  -- Title, description and so on of events that weren't changed individually.
  content jsonb not null,
  -- Increases with every change, for calendar apps.
  sequence integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index event_series_space_id_idx on event_series (space_id);

create table events (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  series_id uuid references event_series (id) on delete cascade,
  -- The start of the event by the rule of its series, in the time zone of the series, even if the event was moved.
  original_local text,
  user_id uuid not null references users (id),
  client_id uuid,
  title text not null,
  description text not null,
  cover_upload_id uuid references uploads (id),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- The intended wall times, such as 2026-11-21T18:00. starts_at and ends_at are computed from them.
  time_zone text not null,
  starts_local text not null,
  ends_local text not null,
  all_day boolean not null,
  location_type text not null check (location_type in ('link', 'in_person', 'none')),
  url text,
  address text,
  host_ids uuid[] not null default '{}' check (cardinality(host_ids) <= 5),
  capacity integer check (capacity between 1 and 10000),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  -- Fields that were changed for this event only. Changes to the whole series don't overwrite them.
  changed_fields text[] not null default '{}',
  sequence integer not null default 0,
  going_count integer not null default 0,
  maybe_count integer not null default 0,
  waitlist_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  check (ends_at > starts_at),
  check (capacity is null or going_count <= capacity),
  check ((series_id is null) = (original_local is null)),
  unique (user_id, client_id),
  unique (series_id, original_local) deferrable initially deferred
);
create index events_page_idx on events (space_id, starts_at, id) where deleted_at is null;
create index events_starts_at_idx on events (starts_at) where deleted_at is null and status = 'scheduled';
create index events_cover_idx on events (cover_upload_id) where cover_upload_id is not null;

-- RSVPs. queue_position increases with each RSVP to an event; it is the order of the waitlist.
create table event_rsvps (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  rsvp text not null check (rsvp in ('going', 'waiting', 'maybe', 'no')),
  queue_position integer not null,
  responded_at timestamptz(3) not null,
  primary key (event_id, user_id)
);
create index event_rsvps_order_idx on event_rsvps (event_id, rsvp, queue_position, user_id);
create index event_rsvps_user_idx on event_rsvps (user_id, space_id);

-- Sent event notifications, so that no one is notified twice. dedupe_key: the start of the reminder, or the change.
create table event_notification_log (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('day', 'soon', 'changed', 'cancelled', 'seat')),
  dedupe_key text not null,
  created_at timestamptz(3) not null,
  primary key (event_id, user_id, kind, dedupe_key)
);
create index event_notification_log_user_id_idx on event_notification_log (user_id);

-- Private calendar subscription links. A link is derived from the server's secret and token_version; it isn't stored.
create table calendar_subscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  token_version uuid not null,
  token_hash text not null unique,
  created_at timestamptz(3) not null
);
