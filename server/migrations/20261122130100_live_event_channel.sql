-- What a client subscribes to is called a channel everywhere, as in the API. A function's columns can't be renamed, so it
-- is created again; apart from the name it is unchanged.
alter table live_events rename column topic to channel;
alter index live_events_topic_idx rename to live_events_channel_idx;
drop function sequence_live_events();
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
