-- As before, but the notification contains the last number, so that a process that has read this far doesn't query again.
create or replace function sequence_live_events() returns bigint language plpgsql as $$
declare
  base bigint;
  numbered bigint;
begin
  if not exists (select 1 from live_events where seq is null) then return 0; end if;
  select last_seq into base from live_state for update;
  update live_events e set seq = base + pending.n
  from (
    select id, row_number() over (order by id) as n
    from (select id from live_events where seq is null order by id limit 1000) oldest
  ) pending
  where e.id = pending.id;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    update live_state set last_seq = base + numbered;
    perform pg_notify('live_sequenced', (base + numbered)::text);
  end if;
  return numbered;
end $$;
