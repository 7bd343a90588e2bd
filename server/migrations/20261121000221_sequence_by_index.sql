-- Numbering events reads the small index of those that wait for a number, and nothing else. Before, the planner was free to
-- read the whole outbox instead, and did where it knew little of the table: each numbering cost more the older a server was.
create or replace function sequence_live_events()
returns table (seq bigint, topic text, type text, payload jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  base bigint;
  waiting bigint[];
begin
  -- Asked for in order, so that only an index can answer at once.
  perform 1 from live_events where seq is null order by id limit 1;
  if not found then return; end if;
  select last_seq into base from live_state for update;
  -- Read anew under the lock: another process may have numbered them meanwhile.
  waiting := array(select id from live_events where seq is null order by id limit 1000);
  if cardinality(waiting) = 0 then return; end if;
  return query
    with numbered_now as (
      update live_events e set seq = base + w.n from unnest(waiting) with ordinality w (id, n) where e.id = w.id
      returning e.seq, e.topic, e.type, e.payload
    ) select seq, topic, type, payload from numbered_now order by seq;
  update live_state set last_seq = base + cardinality(waiting);
  perform pg_notify('live_sequenced', (base + cardinality(waiting))::text);
end $$;
