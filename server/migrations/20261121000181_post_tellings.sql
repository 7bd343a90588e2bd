-- Posts of which a space is still to be told, or whose entries are still to be taken off people's lists, with how far that
-- has come: people are gone through by their ids, in portions. Done is gone from here.
create table post_fanouts (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  -- The last person whose turn has been; null at the beginning.
  cursor_user_id uuid,
  created_at timestamptz(3) not null
);
create index post_fanouts_created_at_idx on post_fanouts (created_at, post_id);
create index post_fanouts_space_id_idx on post_fanouts (space_id);
