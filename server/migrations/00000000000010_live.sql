-- Live events (server/src/platform/live).

create table live_events (
  id bigint generated always as identity primary key,
  seq bigint,
  channel text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default now()
);
comment on table live_events is
  'The outbox of live events, written in the transaction that makes the change. Rows are deleted after a day.';
comment on column live_events.seq is
  'Assigned by sequence_live_events() after the commit, so that the order of numbers is the order in which commits became visible.';
comment on column live_events.channel is 'user:{id}, space:{id} or post:{id}.';

create unique index live_events_seq_key on live_events (seq) where seq is not null;
create index live_events_unsequenced_idx on live_events (id) where seq is null;
-- Only numbered events: inserting an event updates one index less, and no query needs events without a number.
create index live_events_channel_idx on live_events (channel, seq) where seq is not null;

create table live_state (
  singleton boolean primary key default true check (singleton),
  last_seq bigint not null default 0,
  purged_through bigint not null default 0
);
comment on table live_state is 'One row. Its lock lets one process at a time number events.';
comment on column live_state.last_seq is 'The number of the last numbered event.';
comment on column live_state.purged_through is 'Events up to and including this number have been deleted.';
insert into live_state default values;

create function sequence_live_events()
returns table (seq bigint, channel text, type text, payload jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  base bigint;
  waiting bigint[];
begin
  -- With an order, so that only the index can return the first row right away.
  perform 1 from live_events where seq is null order by id limit 1;
  if not found then return; end if;
  select last_seq into base from live_state for update;
  -- Read again under the lock: another process may have numbered them in the meantime.
  waiting := array(select id from live_events where seq is null order by id limit 1000);
  if cardinality(waiting) = 0 then return; end if;
  return query
    with numbered_now as (
      update live_events e set seq = base + w.n from unnest(waiting) with ordinality w (id, n) where e.id = w.id
      returning e.seq, e.channel, e.type, e.payload
    ) select seq, channel, type, payload from numbered_now order by seq;
  update live_state set last_seq = base + cardinality(waiting);
  perform pg_notify('live_sequenced', (base + cardinality(waiting))::text);
end $$;
comment on function sequence_live_events() is
  'Numbers up to 1000 committed events that have no number yet, and returns them, so that the process that calls it doesn''t read them again. Each statement sees what was committed before it, so no event gets a number before an earlier visible one. The notification contains the last number, for the other processes. It is sent here and not by the transactions that write events: NOTIFY holds one lock of the whole cluster until the commit.';
