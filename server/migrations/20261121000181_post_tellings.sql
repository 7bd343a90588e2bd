-- Posts of which a space is still to be told, or whose entries are still to be taken off people's lists, with how far that
-- has come: people are gone through by their ids, in portions. Done is gone from here.
create table post_tellings (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  -- The last person whose turn has been; null at the beginning.
  told_up_to uuid,
  created_at timestamptz(3) not null
);
create index post_tellings_created_at_idx on post_tellings (created_at, post_id);
create index post_tellings_space_id_idx on post_tellings (space_id);
