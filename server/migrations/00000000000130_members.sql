-- Memberships, join requests, bans, and the list and search of members.

create table space_members (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  joined_at timestamptz(3) not null default now(),
  last_active_at timestamptz(3) not null default '1970-01-01T00:00:00Z',
  banned_at timestamptz(3),
  banned_by uuid references users (id) on delete set null,
  invited_by uuid references users (id) on delete set null,
  search_text text not null default '',
  unique (space_id, user_id)
);
comment on table space_members is 'Memberships and bans. A member who leaves has no row.';
comment on column space_members.status is 'inactive: a banned user, whom only moderators can admit again.';
comment on column space_members.last_active_at is
  'When the member last had a page of the space open, to within about two minutes; 1970: never, which sorts after all others.';
comment on column space_members.invited_by is 'The member whose invitation link was used, if the link identified exactly one.';
comment on column space_members.search_text is
  'The text that search compares. It is in this row so that a search that matches many members reads the list in order and skips those that don''t match, without reading any other row.';
create table user_presence (
  user_id uuid primary key references users (id) on delete cascade,
  seen_at timestamptz(3),
  appear_offline boolean not null default false
);
comment on table user_presence is 'When users were here last, on any page, and whether others may know.';
comment on column user_presence.seen_at is
  'When the user last had a page open, to within about two minutes. Recorded of those who appear offline, too: digests are for those who weren''t here.';
comment on column user_presence.appear_offline is
  'Nobody sees that they are online. space_members.last_active_at stays 1970 as long as it is set.';

create index space_members_user_id_idx on space_members (user_id, joined_at desc);
create index space_members_page_idx on space_members (space_id, joined_at desc, id desc) where status = 'active';
create index space_members_active_idx on space_members (space_id, last_active_at desc, joined_at desc, id desc)
  where status = 'active';
create index space_members_banned_idx on space_members (space_id, banned_at desc, id desc) where banned_at is not null;
-- The moderators of a space are read with every page of it, even if it has ten thousand members.
create index space_members_staff_idx on space_members (space_id, joined_at, id) where role <> 'member' and status = 'active';

create function count_space_members() returns trigger language plpgsql as $$
declare
  before_active int := 0;
  after_active int := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'active' then before_active := 1; end if;
  if tg_op <> 'DELETE' and new.status = 'active' then after_active := 1; end if;
  if before_active <> after_active then
    update spaces set member_count = member_count + after_active - before_active
    where id = coalesce(new.space_id, old.space_id);
  end if;
  return null;
end $$;
comment on function count_space_members() is
  'Maintains spaces.member_count: joins, removals and bans change it, often at the same time.';
create trigger space_members_count after insert or delete or update of status on space_members
  for each row execute function count_space_members();

create table member_welcomes (
  member_id uuid primary key references space_members (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  looked_around_at timestamptz(3),
  dismissed_at timestamptz(3)
);
comment on table member_welcomes is
  'What the welcome of a new member remembers. It ends with the membership. The rest is read from posts and accounts.';
comment on column member_welcomes.looked_around_at is 'When the member first opened the calendar or the about page.';
create index member_welcomes_space_id_idx on member_welcomes (space_id);

create table space_join_requests (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  message text,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null,
  unique (space_id, user_id)
);
comment on table space_join_requests is 'Open requests to join a private space. A resolved request is deleted.';
create index space_join_requests_page_idx on space_join_requests (space_id, created_at, id);
create index space_join_requests_user_id_idx on space_join_requests (user_id);

create table space_daily_stats (
  space_id uuid not null references spaces (id) on delete cascade,
  day date not null,
  visits int not null default 0,
  joins int not null default 0,
  primary key (space_id, day)
);
comment on table space_daily_stats is
  'Visits to the front page by non-members, and joins, per day (UTC). Visitors themselves aren''t recorded.';

create table member_search (
  member_id uuid primary key references space_members (id) on delete cascade,
  normalized text not null,
  ngrams int[] not null
);
comment on table member_search is
  'What the search of members compares. Maintained by the triggers space_members_search* and users_search.';
comment on column member_search.ngrams is 'text_ngrams() of the normalized names, with the id of the space as scope.';
-- Without fast updates: every search would have to read the list of entries that aren't indexed yet.
create index member_text_ngrams_idx on member_search using gin (ngrams) with (fastupdate = off);

create function write_member_search(ids uuid[]) returns void
  language sql
  as $$
    insert into member_search (member_id, normalized, ngrams)
    select m.id, m.search_text, text_ngrams(m.space_id::text, m.search_text)
    from space_members m
    where m.id = any (ids)
    on conflict (member_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $$;
comment on function write_member_search(uuid[]) is 'Writes what search compares for these memberships.';

create function set_member_search_text() returns trigger language plpgsql as $$
begin
  select normalize_search_text(full_name) || chr(10) || normalize_search_text(username) into new.search_text
  from users where id = new.user_id;
  return new;
end $$;
comment on function set_member_search_text() is 'Copies the names of a new member from the account.';
create trigger space_members_search_text before insert on space_members
  for each row execute function set_member_search_text();

create function index_new_member() returns trigger language plpgsql as $$
begin
  perform write_member_search(array[new.id]);
  return null;
end $$;
comment on function index_new_member() is 'Makes a new member searchable.';
create trigger space_members_search after insert on space_members
  for each row execute function index_new_member();

create function index_renamed_person() returns trigger language plpgsql as $$
begin
  update space_members
  set search_text = normalize_search_text(new.full_name) || chr(10) || normalize_search_text(new.username)
  where user_id = new.id;
  perform write_member_search(array(select id from space_members where user_id = new.id));
  return null;
end $$;
comment on function index_renamed_person() is 'Updates the search of all spaces that a renamed user belongs to.';
create trigger users_search after update of full_name, username on users
  for each row when (old.full_name is distinct from new.full_name or old.username is distinct from new.username)
  execute function index_renamed_person();
