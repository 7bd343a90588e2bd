-- Visits to the front page of a space by non-members, and joins, per day (UTC). Visitors aren't recorded.
create table space_daily_stats (
  space_id uuid not null references spaces (id) on delete cascade,
  day date not null,
  visits int not null default 0,
  joins int not null default 0,
  primary key (space_id, day)
);
