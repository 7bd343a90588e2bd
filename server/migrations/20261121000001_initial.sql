-- Accounts and sessions (the tables of the sign-in library, with our names).
create table users (
  id uuid primary key,
  email text not null,
  email_verified boolean not null default false,
  full_name text not null,
  first_name text not null,
  last_name text not null,
  username text not null unique,
  profile_url text not null unique,
  avatar_url text,
  bio text,
  role text not null default 'member' check (role in ('member', 'creator', 'admin')),
  social_links jsonb not null default '{}',
  country text,
  location text,
  last_joined_space_id uuid,
  wallet_balance numeric(14, 2) not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  -- The token before the last rotation is valid until previous_token_until, for requests that are already in flight.
  previous_token text,
  previous_token_until timestamptz(3),
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_user_id_idx on sessions (user_id);
create unique index sessions_previous_token_key on sessions (previous_token) where previous_token is not null;
create index sessions_expires_at_idx on sessions (expires_at);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id_idx on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_identifier_idx on verifications (identifier);

-- Spaces and memberships.
create table spaces (
  id uuid primary key,
  name text not null,
  subdomain text not null unique check (subdomain ~ '^[a-z0-9-]{3,63}$'),
  owner_id uuid not null references users (id),
  description text,
  short_description text,
  about_description text,
  icon_image text,
  cover_image text,
  primary_color text not null default '#26A69A' check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  is_private boolean not null default false,
  pricing_type text default 'free' check (pricing_type in ('free', 'paid')),
  price_per_month numeric(10, 2),
  member_count integer not null default 0,
  course_count integer not null default 0,
  feature_classroom_enabled boolean not null default true,
  feature_calendar_enabled boolean not null default true,
  feature_map_enabled boolean not null default false,
  feature_7_day_trial_enabled boolean not null default false,
  rules_list jsonb,
  support_email text,
  intro_media_type text not null default 'none' check (intro_media_type in ('none', 'image', 'video')),
  intro_media_url text,
  intro_media_thumbnail_url text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index spaces_owner_id_idx on spaces (owner_id);
create index spaces_discover_idx on spaces (member_count desc, id desc) where not is_private;

create table space_members (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  -- 'inactive': a banned user, whom only moderators can admit again.
  status text not null default 'active' check (status in ('active', 'inactive')),
  joined_at timestamptz(3) not null default now(),
  is_online boolean not null default false,
  last_active_at timestamptz(3),
  unique (space_id, user_id)
);
create index space_members_user_id_idx on space_members (user_id, joined_at desc);
create index space_members_page_idx on space_members (space_id, joined_at desc, id desc) where status = 'active';

-- Maintained by a trigger, so that no code path and no race can make it wrong.
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
create trigger space_members_count after insert or delete or update of status on space_members
  for each row execute function count_space_members();

create table space_categories (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  name text not null,
  icon text not null,
  created_by uuid references users (id) on delete set null,
  is_archived boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index space_categories_space_id_idx on space_categories (space_id, created_at);

-- Uploaded files. variants: [{width, height, key, byte_size}], smallest first.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  purpose text not null,
  file_name text not null,
  mime_type text not null,
  byte_size bigint not null,
  width integer,
  height integer,
  color text,
  variants jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  -- Set once something uses the file. Files that are never used are deleted after a day.
  attached_at timestamptz(3)
);
create index uploads_unattached_idx on uploads (created_at) where attached_at is null;
create index uploads_space_id_idx on uploads (space_id);

-- Posts.
create table posts (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id),
  category_id uuid references space_categories (id),
  client_id uuid not null,
  slug text not null,
  title text not null,
  body text not null,
  excerpt text not null,
  post_type text not null default 'post' check (post_type in ('post', 'announcement', 'poll', 'course_page')),
  pinned_at timestamptz(3),
  comments_closed boolean not null default false,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  version integer not null default 1,
  last_activity_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (space_id, slug),
  unique (user_id, client_id)
);
create index posts_activity_idx on posts (space_id, last_activity_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
create index posts_new_idx on posts (space_id, created_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
create index posts_category_activity_idx on posts (category_id, last_activity_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
create index posts_pinned_idx on posts (space_id, pinned_at desc) where deleted_at is null and pinned_at is not null;
create index posts_author_idx on posts (user_id, space_id, created_at desc);

create table post_attachments (
  post_id uuid not null references posts (id) on delete cascade,
  upload_id uuid not null references uploads (id),
  space_id uuid not null references spaces (id) on delete cascade,
  position smallint not null,
  -- Shown inside the text instead of below it.
  inline boolean not null default false,
  primary key (post_id, position)
);
create unique index post_attachments_upload_id_key on post_attachments (upload_id);

create table post_likes (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id)
);
create index post_likes_page_idx on post_likes (post_id, created_at desc, user_id desc);
create index post_likes_user_id_idx on post_likes (user_id);

-- Comments. thread_id is the top-level comment (its own id for a top-level comment). Ids are ordered by time.
create table post_comments (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  client_id uuid not null,
  thread_id uuid not null,
  parent_id uuid references post_comments (id),
  reply_to_user_id uuid references users (id),
  body text not null,
  like_count integer not null default 0,
  version integer not null default 1,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (user_id, client_id)
);
create index post_comments_thread_idx on post_comments (post_id, thread_id, id);
create index post_comments_author_idx on post_comments (user_id, space_id, created_at desc);

create table comment_likes (
  comment_id uuid not null references post_comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (comment_id, user_id)
);
create index comment_likes_user_id_idx on comment_likes (user_id);

-- The outbox of live events. Rows are written in the transaction that makes the change. After its commit, a sequencer
-- assigns seq, so that the order of numbers is the order in which commits became visible.
create table live_events (
  id bigint generated always as identity primary key,
  seq bigint,
  topic text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default now()
);
create unique index live_events_seq_key on live_events (seq) where seq is not null;
create index live_events_unsequenced_idx on live_events (id) where seq is null;
create index live_events_topic_idx on live_events (topic, seq);
create table live_state (
  singleton boolean primary key default true check (singleton),
  last_seq bigint not null default 0,
  -- Events up to and including this number have been deleted.
  purged_through bigint not null default 0
);
insert into live_state default values;

-- Emails of the local mailbox, which is used if no mail server is configured.
create table local_mailbox (
  id uuid primary key,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz(3) not null default now()
);
create index local_mailbox_created_at_idx on local_mailbox (created_at desc);

-- Counters of the rate limits. Losing them in a crash is harmless, so the table is unlogged.
create unlogged table rate_limit_counters (
  key text not null,
  window_start timestamptz(3) not null,
  hits integer not null,
  primary key (key, window_start)
);

-- Numbers committed events that have no number yet. The row lock on live_state allows one session at a time to number
-- events, and each statement sees what was committed before it, so no event gets a number before an earlier visible one.
create function sequence_live_events() returns bigint language plpgsql as $$
declare
  base bigint;
  numbered bigint;
begin
  if not exists (select 1 from live_events where seq is null) then return 0; end if;
  select last_seq into base from live_state for update;
  update live_events e set seq = base + pending.n
  from (
    select id, row_number() over (order by id) as n
    from (select id from live_events where seq is null order by id limit 1000) oldest
  ) pending
  where e.id = pending.id;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    update live_state set last_seq = base + numbered;
    perform pg_notify('live_sequenced', '');
  end if;
  return numbered;
end $$;
