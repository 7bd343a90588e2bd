-- Posts about which members still have to be notified, or whose notifications still have to be removed. Members are
-- processed in batches, by id. Rows that are done are deleted.
create table post_fanouts (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  -- The last member who was processed; null at the beginning.
  cursor_user_id uuid,
  created_at timestamptz(3) not null
);
create index post_fanouts_created_at_idx on post_fanouts (created_at, post_id);
create index post_fanouts_space_id_idx on post_fanouts (space_id);
