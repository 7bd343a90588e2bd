-- The sequencer returns the events that it numbered, so that its process doesn't read them again. The process that
-- committed the events runs it right afterward. A NOTIFY in every such transaction would make commits wait for each other,
-- because it holds one lock for the whole cluster until the transaction ends.
drop function sequence_live_events();
create function sequence_live_events() returns table (seq bigint, topic text, type text, payload jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  base bigint;
  numbered bigint;
begin
  if not exists (select 1 from live_events where seq is null) then return; end if;
  select last_seq into base from live_state for update;
  return query
    with pending as (
      select id, row_number() over (order by id) as n
      from (select id from live_events where seq is null order by id limit 1000) oldest
    ), numbered_now as (
      update live_events e set seq = base + pending.n from pending where e.id = pending.id
      returning e.seq, e.topic, e.type, e.payload
    ) select seq, topic, type, payload from numbered_now order by seq;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    update live_state set last_seq = base + numbered;
    perform pg_notify('live_sequenced', (base + numbered)::text);
  end if;
end $$;
