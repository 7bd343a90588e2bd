-- Events, series, RSVPs and calendar subscriptions.

create table event_series (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id),
  rule jsonb not null,
  time_zone text not null,
  all_day boolean not null,
  starts_local text not null,
  ends_local text not null,
  content jsonb not null,
  sequence integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table event_series is 'The shared data of the events of a series. A series has at most 200 events, one row each.';
comment on column event_series.rule is 'The recurrence rule of the contract.';
comment on column event_series.starts_local is
  'Start and end (ends_local) of the first event as wall times in time_zone, such as 2026-11-21T18:00.';
comment on column event_series.content is 'Title, description and so on of events that weren''t changed individually.';
comment on column event_series.sequence is 'Increases with every change, for calendar apps.';
create index event_series_space_id_idx on event_series (space_id);

create table events (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  series_id uuid references event_series (id) on delete cascade,
  original_local text,
  user_id uuid not null references users (id),
  client_id uuid,
  title text not null,
  description text not null,
  cover_upload_id uuid references uploads (id) on delete set null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
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
  unique (user_id, space_id, client_id),
  unique (series_id, original_local) deferrable initially deferred
);
comment on table events is 'Events, also those of series.';
comment on column events.original_local is
  'The start of the event by the rule of its series, in the time zone of the series, even if the event was moved.';
comment on column events.client_id is
  'Chosen by the client, so that creating an event twice creates one. It counts only within the space.';
comment on column events.starts_local is
  'The intended start and end (ends_local) as wall times in time_zone, such as 2026-11-21T18:00. starts_at and ends_at are computed from them.';
comment on column events.changed_fields is
  'Fields that were changed for this event only. Changes to the whole series don''t overwrite them.';
comment on column events.sequence is 'Increases with every change, for calendar apps.';
comment on column events.version is 'Increases with every change that others see, RSVPs included. Live events carry it.';
create index events_page_idx on events (space_id, starts_at, id) where deleted_at is null;
create index events_starts_at_idx on events (starts_at) where deleted_at is null and status = 'scheduled';
create index events_waitlist_idx on events (id) where waitlist_count > 0 and deleted_at is null and status = 'scheduled';
create index events_cover_idx on events (cover_upload_id) where cover_upload_id is not null;

create table event_rsvps (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  rsvp text not null check (rsvp in ('going', 'waiting', 'maybe', 'no')),
  queue_position integer not null,
  responded_at timestamptz(3) not null,
  primary key (event_id, user_id)
);
comment on table event_rsvps is 'RSVPs.';
comment on column event_rsvps.queue_position is 'Increases with each RSVP to an event: the order of the waitlist.';
create index event_rsvps_order_idx on event_rsvps (event_id, rsvp, queue_position, user_id);
create index event_rsvps_user_idx on event_rsvps (user_id, space_id);

create table event_notification_log (
  event_id uuid not null references events (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('day', 'soon', 'start', 'changed', 'cancelled', 'seat')),
  dedupe_key text not null,
  created_at timestamptz(3) not null,
  primary key (event_id, user_id, kind, dedupe_key)
);
comment on table event_notification_log is 'Sent event notifications, so that no one is notified twice.';
comment on column event_notification_log.kind is
  'start: the reminder at the start for members who RSVP''d in the last 15 minutes, too late for soon.';
comment on column event_notification_log.dedupe_key is 'The start that was reminded of, or the change.';
create index event_notification_log_user_id_idx on event_notification_log (user_id);

create table calendar_subscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  token_version uuid not null,
  token_hash text not null unique,
  created_at timestamptz(3) not null
);
comment on table calendar_subscriptions is 'Private links that calendar apps read.';
comment on column calendar_subscriptions.token_version is
  'The link is derived from this and the server''s secret; it isn''t stored. A new version makes the old link invalid.';
