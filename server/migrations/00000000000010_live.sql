-- Live events (server/src/platform/live).

create sequence live_event_ids;
create sequence live_event_numbers;
comment on sequence live_event_numbers is
  'The numbers of live events. Within a channel they rise in the order in which events became visible, because the channel is locked while they are drawn. All channels share the sequence, so that one cursor of a response is valid for each of them.';

create table live_events (
  id bigint not null default nextval('live_event_ids'),
  seq bigint,
  channel text not null,
  type text not null,
  payload jsonb not null,
  changes_access boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (id, created_at)
) partition by range (created_at);
comment on table live_events is
  'The outbox of live events, written in the transaction that makes the change. One partition a day; a day is dropped 24 hours after its end.';
comment on column live_events.seq is
  'Assigned by sequence_live_events() after the commit, so that the order of numbers in a channel is the order in which commits became visible.';
comment on column live_events.channel is 'user:{id}, space:{id}, post:{id} or conversation:{id}.';
comment on column live_events.changes_access is
  'Every process checks subscriptions again because of this event, before it sends an event that was committed later.';

create table live_events_default partition of live_events default;

create index live_events_seq_idx on live_events (seq) where seq is not null;
create index live_events_unsequenced_idx on live_events (channel, id) where seq is null;
-- Only numbered events: inserting an event updates one index less, and no query needs events without a number.
create index live_events_channel_idx on live_events (channel, seq) where seq is not null;
-- Few: those of users who were away are looked for here.
create index live_events_personal_idx on live_events (seq) where seq is not null and channel like 'members:%';
create index live_events_access_idx on live_events (seq) where changes_access and seq is not null;
create index live_events_unsequenced_access_idx on live_events (id) where changes_access and seq is null;

create table live_state (
  slot smallint primary key,
  last_seq bigint not null default 0,
  purged_through bigint not null default 0
) with (fillfactor = 10);
comment on table live_state is
  'Each process that numbers events writes into a row that no other one has locked. What counts is the largest value of all rows.';
comment on column live_state.last_seq is 'The last number that was assigned.';
comment on column live_state.purged_through is 'Events up to and including this number have been deleted.';
insert into live_state (slot) select generate_series(0, 7);

create table live_announcements (
  id bigint primary key generated always as identity,
  channels text[] not null,
  first_seq bigint not null,
  created_at timestamptz(3) not null default now()
);
comment on table live_announcements is
  'Numbered events that the other processes haven''t been notified of. If the process that numbered them ends before it does that, another one does.';
comment on column live_announcements.first_seq is 'The smallest number of the events.';

create function sequence_live_events(wanted text[], with_access boolean)
returns table (announcement bigint, seq bigint, previous bigint, access_seq bigint, channel text, type text, payload jsonb, changes_access boolean)
-- Its plans don't depend on the values, and making them takes longer than running them.
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  lock_class constant int := 7301002;
  channels text[] := wanted;
  waiting bigint[];
  access_waits boolean;
  assigned bigint[];
  announced bigint;
begin
  if with_access then
    perform pg_advisory_xact_lock(lock_class, -1);
    channels := wanted || array(select distinct channel from live_events where seq is null and changes_access);
  else
    perform pg_advisory_xact_lock_shared(lock_class, -1);
    -- In order, so that processes can't deadlock.
    perform pg_advisory_xact_lock(lock_class, bucket)
      from (select distinct hashtext(name) & 1023 as bucket from unnest(wanted) name order by 1) buckets;
  end if;
  -- One statement: an event of this list was committed after each access event that has a number or is found here.
  with found as (select id, channel from live_events where seq is null and channel = any (channels) order by id limit case when with_access then null else 1000 end)
  select coalesce(array_agg(id order by id), '{}'), coalesce(array_agg(distinct channel), '{}'),
      exists (select from live_events where seq is null and changes_access)
    into waiting, channels, access_waits from found;
  if cardinality(waiting) = 0 then return; end if;
  if access_waits and not with_access then
    return query select null::bigint, null::bigint, null::bigint, null::bigint, null::text, null::text, null::jsonb, true;
    return;
  end if;
  assigned := array(select nextval('live_event_numbers') from generate_subscripts(waiting, 1));
  insert into live_announcements (channels, first_seq) values (channels, assigned[1]) returning id into announced;
  update live_state set last_seq = greatest(last_seq, assigned[cardinality(assigned)])
    where slot = (select slot from live_state order by slot limit 1 for update skip locked);
  if not found then
    update live_state set last_seq = greatest(last_seq, assigned[cardinality(assigned)]) where slot = 0;
  end if;
  return query
    with before as (
      select name, (select max(e.seq) from live_events e where e.channel = name and e.seq is not null) as seq from unnest(channels) name
    ), numbered as (
      update live_events e set seq = w.seq from unnest(waiting, assigned) w (id, seq) where e.id = w.id
      returning e.seq, e.channel, e.type, e.payload, e.changes_access
    ), access as (
      select greatest((select max(e.seq) from live_events e where e.changes_access and e.seq is not null), (select max(n.seq) from numbered n where n.changes_access)) as seq
    )
    select announced, n.seq, coalesce(b.seq, 0), coalesce(a.seq, 0), n.channel, n.type, n.payload, n.changes_access
    from numbered n join before b on b.name = n.channel cross join access a order by n.seq;
end $$;
comment on function sequence_live_events(text[], boolean) is
  'Numbers committed events of these channels, at most 1000, and returns them, so that the process that calls it doesn''t read them again. `previous` is the last number of the channel before them; `access_seq` is the last number of an event that changes access. Processes number different channels at the same time. Each event that changes access gets a smaller number than events that were committed after it: such events are numbered by one process at a time, with with_access. Without it, a single row without a number says that there are some, and nothing is numbered.';

create function maintain_live_events(days_ahead int, keep interval) returns void
language plpgsql as $$
declare
  partition record;
  day date;
  dropped_through bigint;
begin
  -- One after another: servers may start at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('maintain-live-events', 0));
  -- Rather next time than in the way of everyone who writes events.
  set local lock_timeout = '500ms';
  for day in select generate_series(current_date, current_date + days_ahead, interval '1 day')::date loop
    continue when to_regclass(format('live_events_%s', to_char(day, 'YYYYMMDD'))) is not null;
    begin
      execute format('create table live_events_%s (like live_events including defaults including constraints)', to_char(day, 'YYYYMMDD'));
      execute format('alter table live_events attach partition live_events_%s for values from (%L) to (%L)', to_char(day, 'YYYYMMDD'), day, day + 1);
    exception when lock_not_available or check_violation or duplicate_table then
      -- Events of that day go to the default partition.
      null;
    end;
  end loop;
  for partition in
    select c.oid::regclass as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'live_events'::regclass
  loop
    if partition.ends is null then
      -- The default partition: usually empty.
      with gone as (delete from live_events_default where seq is not null and created_at < now() - keep returning seq)
      update live_state set purged_through = greatest(purged_through, (select max(seq) from gone)) where slot = 0 and exists (select from gone);
    elsif partition.ends < now() - keep then
      begin
        execute format('select max(seq) from %s', partition.name) into dropped_through;
        execute format('drop table %s', partition.name);
        update live_state set purged_through = greatest(purged_through, dropped_through) where slot = 0;
      exception when lock_not_available then null;
      end;
    end if;
  end loop;
end $$;
comment on function maintain_live_events(int, interval) is
  'Creates the partitions of live_events for today and days_ahead more days, and drops those that ended longer than `keep` ago. What can''t get its lock within half a second is left to the next run.';
