-- Edits: the revision number of a post, and its earlier versions.
alter table posts add column revision integer not null default 1;

create table post_revisions (
  post_id uuid not null references posts (id) on delete cascade,
  revision integer not null,
  space_id uuid not null references spaces (id) on delete cascade,
  title text not null,
  body text not null,
  -- When this version was written.
  written_at timestamptz(3) not null,
  primary key (post_id, revision)
);
create index post_revisions_space_id_idx on post_revisions (space_id);

-- Files other than images (documents, videos) are stored unchanged under this key.
alter table uploads add column storage_key text;

-- Polls, one per post of type 'poll'.
create table polls (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  question text not null,
  multiple boolean not null default false,
  -- Voting ends at this time. closed_at is set if someone closes the poll before.
  closes_at timestamptz(3),
  closed_at timestamptz(3),
  voter_count integer not null default 0,
  version integer not null default 1
);
create index polls_space_id_idx on polls (space_id);

create table poll_options (
  id uuid primary key,
  post_id uuid not null references polls (post_id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  position smallint not null,
  text text not null,
  vote_count integer not null default 0,
  unique (post_id, id)
);
create index poll_options_post_id_idx on poll_options (post_id, position);
create index poll_options_space_id_idx on poll_options (space_id);

create table poll_votes (
  post_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  option_id uuid not null,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id, option_id),
  -- Makes votes for an option of another poll impossible.
  foreign key (post_id, option_id) references poll_options (post_id, id) on delete cascade
);
create index poll_votes_user_id_idx on poll_votes (user_id);
create index poll_votes_option_idx on poll_votes (post_id, option_id);
create index poll_votes_space_id_idx on poll_votes (space_id);

-- Drafts of posts, one per user and space, the same on every device.
create table drafts (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  -- The client id of the future post.
  client_id uuid not null,
  content jsonb not null,
  -- Versions of other devices that this one replaced, newest first.
  conflicts jsonb not null default '[]',
  version integer not null default 1,
  client_edited_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, space_id)
);
create index drafts_space_id_idx on drafts (space_id);

-- The uploads of a draft aren't deleted while it exists.
create table draft_uploads (
  user_id uuid not null,
  space_id uuid not null,
  upload_id uuid not null references uploads (id) on delete cascade,
  primary key (user_id, space_id, upload_id),
  foreign key (user_id, space_id) references drafts (user_id, space_id) on delete cascade
);
create index draft_uploads_upload_id_idx on draft_uploads (upload_id);
create index draft_uploads_space_id_idx on draft_uploads (space_id);

-- The users mentioned in a post or one of its comments.
create table mentions (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  comment_id uuid references post_comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  mentioned_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null
);
create unique index mentions_post_key on mentions (post_id, user_id) where comment_id is null;
create unique index mentions_comment_key on mentions (comment_id, user_id) where comment_id is not null;
create index mentions_user_id_idx on mentions (user_id, created_at desc);
create index mentions_space_id_idx on mentions (space_id);
