-- Notifications of so many members that they share one row.

create table notification_broadcasts (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  type text not null,
  actor_id uuid references users (id) on delete set null,
  actor_relationship text check (actor_relationship in ('admin', 'following', 'member')),
  content_preview text not null,
  target_type text not null,
  target_id uuid not null,
  post_id uuid,
  batch_key text,
  params jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  redirected_from uuid,
  redirected_through uuid
);
comment on table notification_broadcasts is
  'An entry that is in the lists of many members. What is true for one of them is in notification_broadcast_marks.';
comment on column notification_broadcasts.created_at is
  'Its position in each list, except those to which it has come back after it was snoozed.';
comment on column notification_broadcasts.batch_key is 'A later broadcast with the same key takes its place.';
comment on column notification_broadcasts.redirected_from is
  'The deleted target that it was about, until all recipients have been told that it''s about another one.';
comment on column notification_broadcasts.redirected_through is 'The last recipient who has been told, by id.';
create index notification_broadcasts_redirected_idx on notification_broadcasts (redirected_from)
  where redirected_from is not null;
create index notification_broadcasts_page_idx on notification_broadcasts (space_id, created_at desc, id desc);
create index notification_broadcasts_target_idx on notification_broadcasts (target_id);
create index notification_broadcasts_actor_idx on notification_broadcasts (actor_id);
create index notification_broadcasts_expires_idx on notification_broadcasts (expires_at);

create table notification_broadcast_recipients (
  broadcast_id uuid not null references notification_broadcasts (id) on delete cascade,
  first_user_id uuid not null,
  user_ids uuid[] not null,
  primary key (broadcast_id, first_user_id)
);
comment on table notification_broadcast_recipients is
  'Who has a broadcast in their list, a hundred users in a row, in the order of their ids. Users who leave the space are taken out.';

create table notification_broadcast_marks (
  broadcast_id uuid not null references notification_broadcasts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  read boolean not null default false,
  clicked boolean not null default false,
  removed_at timestamptz(3),
  snoozed_until timestamptz(3),
  returned_at timestamptz(3),
  check (snoozed_until is null or read),
  primary key (broadcast_id, user_id)
);
comment on table notification_broadcast_marks is 'What recipients did with a broadcast. Without a row, it is unread.';
comment on column notification_broadcast_marks.removed_at is 'When the user removed it from their list.';
comment on column notification_broadcast_marks.snoozed_until is 'See notifications.snoozed_until.';
comment on column notification_broadcast_marks.returned_at is
  'When it came back after it was snoozed: its position in the list of this user.';
create index notification_broadcast_marks_user_idx on notification_broadcast_marks (user_id);
create index notification_broadcast_marks_snoozed_idx on notification_broadcast_marks (snoozed_until)
  where snoozed_until is not null;
create index notification_broadcast_marks_returned_idx on notification_broadcast_marks (user_id)
  where returned_at is not null;

create table notification_broadcast_deliveries (
  broadcast_id uuid not null references notification_broadcasts (id) on delete cascade,
  channel text not null check (channel in ('email', 'push')),
  due_at timestamptz(3) not null,
  first_user_id uuid not null,
  last_user_id uuid not null,
  user_ids uuid[] not null,
  queued_at timestamptz(3) not null,
  -- With the last user, so that those who look for one user read no other rows.
  primary key (broadcast_id, channel, due_at, first_user_id, last_user_id)
);
comment on table notification_broadcast_deliveries is
  'Recipients of a broadcast who want it by the same channel at the same time. When it is due, those who have it in their list and have no mark get a row in notification_deliveries each.';
comment on column notification_broadcast_deliveries.due_at is 'See notification_deliveries.due_at.';
comment on column notification_broadcast_deliveries.first_user_id is
  'The first and the last of these users when the row was stored. One who was taken out since is still named here.';
comment on column notification_broadcast_deliveries.user_ids is
  'In the order of their ids. Users who have left the space since are still included.';
create index notification_broadcast_deliveries_due_idx on notification_broadcast_deliveries (channel, due_at, first_user_id);

create function count_marked_broadcasts() returns trigger language plpgsql as $$
declare
  was integer := 1;
  becomes integer := 1;
begin
  if tg_op = 'UPDATE' and (old.read or old.removed_at is not null) then was := 0; end if;
  if new.read or new.removed_at is not null then becomes := 0; end if;
  if was <> becomes then
    update notification_counts set unread_count = unread_count + becomes - was where user_id = new.user_id;
  end if;
  return null;
end $$;
comment on function count_marked_broadcasts() is
  'Maintains notification_counts.unread_count, in which broadcasts are counted when they are sent.';
create trigger notification_broadcast_marks_count after insert or update of read, removed_at on notification_broadcast_marks
  for each row execute function count_marked_broadcasts();

create function is_broadcast_recipient(p_broadcast_id uuid, p_user_id uuid) returns boolean language sql stable as $$
  select coalesce((select p_user_id = any(r.user_ids) from notification_broadcast_recipients r
    where r.broadcast_id = p_broadcast_id and r.first_user_id <= p_user_id
    order by r.first_user_id desc limit 1), false)
$$;
comment on function is_broadcast_recipient(uuid, uuid) is 'Whether a broadcast is addressed to a user. Reads one row.';

create function send_broadcast(p_broadcast_id uuid, p_user_ids uuid[], p_rules jsonb, p_now timestamptz)
returns uuid[] language plpgsql
-- Otherwise, the first calls of each connection are planned for the users of each call, which takes as long as running them.
set plan_cache_mode = force_generic_plan as $$
declare
  broadcast notification_broadcasts;
  rules record;
  recipients uuid[];
begin
  select * into broadcast from notification_broadcasts b where b.id = p_broadcast_id;
  select * into rules from jsonb_to_record(p_rules) as r (preference text, is_default boolean, muted_post_id uuid,
    muted_space_id uuid, is_emailed boolean, is_pushed boolean);
  -- Skips users whose membership is being ended right now instead of waiting for them.
  with present as materialized (
    select m.user_id from space_members m
    where m.space_id = broadcast.space_id and m.user_id = any(p_user_ids) and m.status = 'active'
    order by m.user_id for key share skip locked)
  select array_agg(w.user_id order by w.user_id) into recipients from (
    select p.user_id from present p
    union select s.owner_id from spaces s where s.id = broadcast.space_id and s.owner_id = any(p_user_ids)) w
  cross join lateral effective_preferences(w.user_id, broadcast.space_id) e
  where w.user_id is distinct from broadcast.actor_id
    and allows_notification(e, rules.preference, rules.is_default)
    and not exists (select from current_mutes(w.user_id, rules.muted_space_id, rules.muted_post_id, p_now));
  if recipients is null then return '{}'; end if;

  insert into notification_counts (user_id, unread_count, version)
  select user_id, 1, 1 from unnest(recipients) user_id order by user_id
  on conflict (user_id) do update
    set unread_count = notification_counts.unread_count + 1, version = notification_counts.version + 1;
  insert into notification_broadcast_recipients (broadcast_id, first_user_id, user_ids)
  select p_broadcast_id, (array_agg(user_id order by user_id))[1], array_agg(user_id order by user_id)
  from unnest(recipients) with ordinality u (user_id, position) group by (position - 1) / 100;
  insert into notification_broadcast_deliveries (broadcast_id, channel, due_at, first_user_id, last_user_id, user_ids,
    queued_at)
  select p_broadcast_id, c.channel, c.due_at, (array_agg(u.user_id order by u.user_id))[1],
    (array_agg(u.user_id order by u.user_id desc))[1], array_agg(u.user_id order by u.user_id), p_now
  from unnest(recipients) u (user_id)
  cross join lateral wanted_channels(u.user_id, broadcast.space_id, rules.is_emailed, rules.is_pushed, p_now) c
  group by c.channel, c.due_at;
  return recipients;
end $$;
comment on function send_broadcast(uuid, uuid[], jsonb, timestamptz) is
  'Adds a broadcast to the lists of those of these users who are members and want it ({preference, is_default, muted_post_id, muted_space_id, is_emailed, is_pushed}), counts it, and queues its deliveries. Returns these users.';

create function take_broadcast_from(p_broadcast_id uuid, p_user_ids uuid[]) returns void language plpgsql as $$
begin
  perform from notification_counts where user_id = any(p_user_ids) order by user_id for update;
  update notification_counts c set version = c.version + 1, unread_count = c.unread_count
    - case when exists (select from notification_broadcast_marks k where k.broadcast_id = p_broadcast_id
        and k.user_id = c.user_id and (k.read or k.removed_at is not null)) then 0 else 1 end
  where c.user_id = any(p_user_ids);
  delete from notification_deliveries where broadcast_id = p_broadcast_id and user_id = any(p_user_ids);
  delete from notification_broadcast_marks where broadcast_id = p_broadcast_id and user_id = any(p_user_ids);
end $$;
comment on function take_broadcast_from(uuid, uuid[]) is
  'Takes a broadcast out of the counts of its recipients. The caller removes them from its recipients.';

create function delete_notifications_from(p_space_id uuid, p_user_id uuid) returns void language plpgsql as $$
declare
  broadcast_ids uuid[];
begin
  -- Before the list, like everything that takes a broadcast out of lists. What is gone by then isn't counted again.
  broadcast_ids := array(
    select r.broadcast_id from notification_broadcasts b join notification_broadcast_recipients r
      on r.broadcast_id = b.id and r.first_user_id = (select l.first_user_id from notification_broadcast_recipients l
        where l.broadcast_id = b.id and l.first_user_id <= p_user_id order by l.first_user_id desc limit 1)
    where b.space_id = p_space_id and p_user_id = any(r.user_ids) order by r.broadcast_id for update of r);
  if cardinality(broadcast_ids) = 0 and not exists
    (select from notifications n where n.user_id = p_user_id and n.space_id = p_space_id) then return; end if;
  perform lock_notifications(p_user_id);
  delete from notifications n where n.user_id = p_user_id and n.space_id = p_space_id;
  perform take_broadcast_from(id, array[p_user_id]) from unnest(broadcast_ids) id;
  update notification_broadcast_recipients r set user_ids = array_remove(r.user_ids, p_user_id)
  where r.broadcast_id = any(broadcast_ids) and p_user_id = any(r.user_ids);
  -- A row without users would look like the end of the recipients.
  delete from notification_broadcast_recipients r where r.broadcast_id = any(broadcast_ids) and r.user_ids = '{}';
end $$;
comment on function delete_notifications_from(uuid, uuid) is
  'Deletes what a user has in their list from a space. Locks the list only if there is anything.';
