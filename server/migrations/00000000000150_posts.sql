-- Posts, their attachments and earlier versions, the feed by likes, and previews of links.

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
  reaction_counts jsonb not null default '{}',
  comment_count integer not null default 0,
  commenter_ids uuid[] not null default '{}',
  last_comment_at timestamptz(3),
  version integer not null default 1,
  last_activity_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  link_url text,
  removed_by uuid references users (id) on delete set null,
  removal_reason text,
  revision integer not null default 1,
  removal_acknowledged_at timestamptz(3),
  unique (space_id, slug),
  unique (user_id, space_id, client_id)
);
comment on table posts is 'Posts. A deleted post keeps its row, so that its comments remain in place.';
comment on column posts.post_type is
  'A course_page is in no list: its comments are those below the page of a course with the same id.';
comment on column posts.reaction_counts is 'How many users gave each kind of reaction, without likes: {"<kind>": 3}.';
comment on column posts.client_id is
  'Chosen by the client, so that creating a post twice creates one. It counts only within the space.';
comment on column posts.slug is 'The last part of the address of the post.';
comment on column posts.body is 'Sanitized HTML.';
comment on column posts.excerpt is 'The beginning of the body as plain text.';
comment on column posts.pinned_at is 'Set while the post is shown above the others. The latest pin is first.';
comment on column posts.commenter_ids is
  'The four users who commented last, latest first, so that a page of the feed reads no comments. Deleted comments don''t count.';
comment on column posts.last_comment_at is 'When the latest comment that isn''t deleted was written.';
comment on column posts.version is 'Increases with every change that others see, counts included. Live events carry it.';
comment on column posts.last_activity_at is 'When the post or its latest comment was written: the default order of the feed.';
comment on column posts.link_url is 'The first web link in the body.';
comment on column posts.removed_by is 'The moderator who removed the post. Null if its author deleted it.';
comment on column posts.removal_reason is 'The reason that the moderator gave the author.';
comment on column posts.revision is 'Increases with every edit. Earlier ones are in post_revisions.';
comment on column posts.removal_acknowledged_at is 'When the author acknowledged the removal.';
create index posts_activity_idx on posts (space_id, last_activity_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
create index posts_new_idx on posts (space_id, created_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
-- The feed of a category: one index scan, however large the space and however rare the category.
create index posts_category_activity_idx on posts (space_id, category_id, last_activity_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
create index posts_category_new_idx on posts (space_id, category_id, created_at desc, id desc)
  where deleted_at is null and pinned_at is null and post_type <> 'course_page';
-- Deleting a category searches its posts.
create index posts_category_id_idx on posts (category_id) where category_id is not null;
create index posts_pinned_idx on posts (space_id, pinned_at desc) where deleted_at is null and pinned_at is not null;
create index posts_author_idx on posts (user_id, space_id, created_at desc);
create index posts_link_url_idx on posts (link_url) where link_url is not null;
create index posts_unseen_removals_idx on posts (user_id, space_id)
  where removed_by is not null and removal_acknowledged_at is null;
-- For the nightly job that looks for files of deleted content.
create index posts_deleted_idx on posts (deleted_at) where deleted_at is not null;

create table post_attachments (
  post_id uuid not null references posts (id) on delete cascade,
  upload_id uuid not null references uploads (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  position smallint not null,
  inline boolean not null default false,
  primary key (post_id, position)
);
comment on table post_attachments is 'The files of posts.';
comment on column post_attachments.inline is 'Shown inside the text instead of below it.';
create unique index post_attachments_upload_id_key on post_attachments (upload_id);

create table post_revisions (
  post_id uuid not null references posts (id) on delete cascade,
  revision integer not null,
  space_id uuid not null references spaces (id) on delete cascade,
  title text not null,
  body text not null,
  written_at timestamptz(3) not null,
  primary key (post_id, revision)
);
comment on table post_revisions is 'Earlier versions of edited posts.';
comment on column post_revisions.written_at is 'When this version was written.';
create index post_revisions_space_id_idx on post_revisions (space_id);

create table post_revision_attachments (
  post_id uuid not null,
  revision integer not null,
  position smallint not null,
  upload_id uuid not null references uploads (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  inline boolean not null,
  primary key (post_id, revision, position),
  foreign key (post_id, revision) references post_revisions (post_id, revision) on delete cascade
);
comment on table post_revision_attachments is 'The files of earlier versions of posts.';
create index post_revision_attachments_upload_id_idx on post_revision_attachments (upload_id);
create index post_revision_attachments_space_id_idx on post_revision_attachments (space_id);

create table post_ranks (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null,
  category_id uuid,
  like_count integer not null,
  created_at timestamptz(3) not null,
  day date not null generated always as ((created_at at time zone 'UTC')::date) stored
);
comment on table post_ranks is
  'The feed by likes. One narrow row for each post in a feed, so that a like doesn''t update every index of posts.';
comment on column post_ranks.day is
  'The day the post was created, in UTC. A page of the last 7 or 30 days merges one short index scan per day.';
create index post_ranks_all_idx on post_ranks (space_id, like_count desc, post_id desc);
create index post_ranks_day_idx on post_ranks (space_id, day, like_count desc, post_id desc);
create index post_ranks_category_all_idx on post_ranks (space_id, category_id, like_count desc, post_id desc);
create index post_ranks_category_day_idx on post_ranks (space_id, category_id, day, like_count desc, post_id desc);

create table link_previews (
  url text primary key,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'none')),
  title text,
  description text,
  site_name text,
  image_id uuid references uploads (id) on delete set null,
  attempts smallint not null default 0,
  claimed_until timestamptz(3),
  fetched_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
comment on table link_previews is
  'Previews of the pages that posts link to. One row per URL, shared by all posts and filled by a job.';
comment on column link_previews.status is 'none: the page has no metadata or couldn''t be read.';
comment on column link_previews.claimed_until is 'No other process fetches the page before this time.';
create index link_previews_waiting_idx on link_previews (created_at) where status = 'waiting';

create table post_fanouts (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  cursor_user_id uuid,
  created_at timestamptz(3) not null
);
comment on table post_fanouts is
  'Posts about which members still have to be notified, or whose notifications still have to be removed. Rows that are done are deleted.';
comment on column post_fanouts.cursor_user_id is
  'The last member who was processed; null at the beginning. Members are processed in batches, by id.';
create index post_fanouts_created_at_idx on post_fanouts (created_at, post_id);
create index post_fanouts_space_id_idx on post_fanouts (space_id);
