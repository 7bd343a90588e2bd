-- Whether the demo data was created. A row without finished_at means that this was interrupted.
create table demo_state (
  singleton boolean primary key default true check (singleton),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
