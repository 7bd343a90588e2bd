-- Comments and their earlier versions.

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
  reaction_counts jsonb not null default '{}',
  version integer not null default 1,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  removed_by uuid references users (id) on delete set null,
  removal_reason text,
  upload_id uuid unique references uploads (id) on delete set null,
  removal_acknowledged_at timestamptz(3),
  unique (user_id, post_id, client_id)
);
comment on table post_comments is
  'Comments and replies. A deleted one keeps its row, so that its replies remain in place. Ids are ordered by time.';
comment on column post_comments.reaction_counts is 'How many users gave each kind of reaction, without likes: {"<kind>": 3}.';
comment on column post_comments.client_id is
  'Chosen by the client, so that creating a comment twice creates one. It counts only within the post.';
comment on column post_comments.thread_id is 'The comment that a reply stands under; its own id for a comment.';
comment on column post_comments.parent_id is 'The comment or reply that is replied to. Null for a comment.';
comment on column post_comments.reply_to_user_id is 'The author of the parent, whom the reply names.';
comment on column post_comments.version is 'Increases with every change that others see, likes included. Live events carry it.';
comment on column post_comments.removed_by is 'The moderator who removed the comment. Null if its author deleted it.';
comment on column post_comments.removal_reason is 'The reason that the moderator gave the author.';
comment on column post_comments.removal_acknowledged_at is 'When the author acknowledged the removal.';
-- Comments are read by thread, 20 at a time, from either end.
create index post_comments_thread_idx on post_comments (post_id, thread_id, id);
create index post_comments_tops_idx on post_comments (post_id, id) where parent_id is null;
-- The latest commenters, after a comment was deleted.
create index post_comments_latest_idx on post_comments (post_id, id desc) where deleted_at is null;
create index post_comments_author_idx on post_comments (user_id, space_id, created_at desc);
create index post_comments_unseen_removals_idx on post_comments (user_id, space_id)
  where removed_by is not null and removal_acknowledged_at is null;
-- For the nightly job that looks for files of deleted content.
create index post_comments_deleted_upload_idx on post_comments (deleted_at)
  where deleted_at is not null and upload_id is not null;

create table post_comment_versions (
  id uuid primary key,
  comment_id uuid not null references post_comments (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  body text not null,
  upload_id uuid references uploads (id) on delete set null,
  written_at timestamptz(3) not null
);
comment on table post_comment_versions is 'Earlier versions of edited comments.';
comment on column post_comment_versions.written_at is 'When this version was written.';
create index post_comment_versions_comment_idx on post_comment_versions (comment_id, id desc);
create index post_comment_versions_upload_idx on post_comment_versions (upload_id) where upload_id is not null;
