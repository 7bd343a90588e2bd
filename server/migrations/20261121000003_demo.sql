-- Whether the demo has been filled in. A row without finished_at is a filling that was interrupted.
create table demo_state (
  singleton boolean primary key default true check (singleton),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
