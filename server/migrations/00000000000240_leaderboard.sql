-- The names of levels.

create table space_level_names (
  space_id uuid primary key references spaces (id) on delete cascade,
  names text[] not null check (cardinality(names) = 9),
  updated_at timestamptz(3) not null
);
comment on table space_level_names is 'The names of the levels of a space. Without a row, levels have numbers.';
