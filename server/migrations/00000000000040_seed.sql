-- The demo (server/seed).

create table demo_state (
  singleton boolean primary key default true check (singleton),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
comment on table demo_state is 'At most one row: when the demo data was created.';
comment on column demo_state.finished_at is 'Null if creating the demo was interrupted.';
