-- A banned user keeps an inactive row, which they can't reactivate themselves.
alter table space_members
  add column banned_at timestamptz(3),
  add column banned_by uuid references users (id) on delete set null,
  -- The member whose invitation link was used, if the link identified exactly one.
  add column invited_by uuid references users (id) on delete set null;
create index space_members_banned_idx on space_members (space_id, banned_at desc, id desc) where banned_at is not null;

-- Requests to join a private space. A resolved request is deleted.
create table space_join_requests (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  message text,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null,
  unique (space_id, user_id)
);
create index space_join_requests_page_idx on space_join_requests (space_id, created_at, id);
create index space_join_requests_user_id_idx on space_join_requests (user_id);
