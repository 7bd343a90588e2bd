-- Comments are read by thread, 20 at a time, from either end.
create index post_comments_tops_idx on post_comments (post_id, id) where parent_id is null;

-- Content removed by moderators: by whom, and the reason for the author.
alter table posts
  add column removed_by uuid references users (id) on delete set null,
  add column removal_reason text;
alter table post_comments
  add column removed_by uuid references users (id) on delete set null,
  add column removal_reason text,
  add column upload_id uuid unique references uploads (id);

-- Earlier versions of comments. written_at is when that version was written.
create table post_comment_versions (
  id uuid primary key,
  comment_id uuid not null references post_comments (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  body text not null,
  upload_id uuid references uploads (id),
  written_at timestamptz(3) not null
);
create index post_comment_versions_comment_idx on post_comment_versions (comment_id, id desc);
create index post_comment_versions_upload_idx on post_comment_versions (upload_id) where upload_id is not null;

create index comment_likes_page_idx on comment_likes (comment_id, created_at desc, user_id desc);

-- All moderation and administration actions in a space.
create table audit_log (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  actor_id uuid references users (id) on delete set null,
  action text not null,
  target_user_id uuid references users (id) on delete set null,
  post_id uuid references posts (id) on delete cascade,
  comment_id uuid references post_comments (id) on delete cascade,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null
);
create index audit_log_page_idx on audit_log (space_id, created_at desc, id desc);

-- One case per reported target. Reports are added to it until it is resolved.
create table moderation_cases (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  kind text not null check (kind in ('post', 'comment', 'member')),
  -- The reported post, comment or user.
  target_id uuid not null,
  -- The author of the post or comment, or the reported user.
  author_id uuid not null references users (id) on delete cascade,
  post_id uuid references posts (id) on delete cascade,
  comment_id uuid references post_comments (id) on delete cascade,
  report_count int not null default 0,
  outcome text check (outcome in ('dismissed', 'removed', 'banned')),
  outcome_reason text,
  handled_by uuid references users (id) on delete set null,
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((resolved_at is null) = (outcome is null))
);
create unique index moderation_cases_open_key on moderation_cases (space_id, kind, target_id) where resolved_at is null;
create index moderation_cases_open_idx on moderation_cases (space_id, created_at desc, id desc) where resolved_at is null;
create index moderation_cases_resolved_idx on moderation_cases (space_id, resolved_at desc, id desc) where resolved_at is not null;

create table moderation_reports (
  id uuid primary key,
  case_id uuid not null references moderation_cases (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  kind text not null check (kind in ('post', 'comment', 'member')),
  target_id uuid not null,
  reporter_id uuid not null references users (id) on delete cascade,
  reason text not null check (reason in ('rule', 'spam', 'harassment', 'other')),
  -- The text of the rule at the time of the report.
  rule_text text,
  note text,
  created_at timestamptz(3) not null,
  -- One report per reporter and target.
  unique (space_id, kind, target_id, reporter_id)
);
create index moderation_reports_case_idx on moderation_reports (case_id, created_at desc);

-- The number of open cases, stored so that showing it to moderators on every page costs nothing.
create table moderation_counts (
  space_id uuid primary key references spaces (id) on delete cascade,
  open_count int not null,
  version int not null
);
