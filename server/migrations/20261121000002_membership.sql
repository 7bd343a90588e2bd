-- A banned person stays as an inactive row that they cannot make active again themselves.
alter table space_members
  add column banned_at timestamptz(3),
  add column banned_by uuid references users (id) on delete set null,
  -- Whose invitation link brought the member, if it named one person without doubt.
  add column invited_by uuid references users (id) on delete set null;
create index space_members_banned_idx on space_members (space_id, banned_at desc, id desc) where banned_at is not null;

-- People who ask to be let into a private space. A decided request is gone.
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
