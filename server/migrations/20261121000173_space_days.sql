-- Visits of a space's front page by people who are not in it, and joins, counted by day (UTC). Who came is not kept.
create table space_daily_stats (
  space_id uuid not null references spaces (id) on delete cascade,
  day date not null,
  visits int not null default 0,
  joins int not null default 0,
  primary key (space_id, day)
);
