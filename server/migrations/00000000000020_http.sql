-- Rate limits (server/src/platform/http).

create unlogged table rate_limit_counters (
  key text not null,
  window_start timestamptz(3) not null,
  hits integer not null,
  primary key (key, window_start)
);
comment on table rate_limit_counters is
  'Hits per limit, user or network, and time window. Unlogged: it is written with every write request, and a crash may empty it.';
comment on column rate_limit_counters.key is 'The name of the limit and the user or network it counts.';
