-- Courses with their folders and pages, and the pages that members have done.

create table courses (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id),
  editor_id uuid references users (id) on delete set null,
  client_id uuid not null,
  short_id text not null unique check (short_id ~ '^[a-z0-9]{8}$'),
  slug text not null,
  title text not null,
  description text not null,
  cover_upload_id uuid references uploads (id) on delete set null,
  is_published boolean not null,
  video_done_percent smallint not null default 90 check (video_done_percent between 50 and 100),
  comments_enabled boolean not null default true,
  position double precision not null,
  page_count integer not null default 0,
  tree_version uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  announced_at timestamptz(3),
  unique (space_id, slug),
  unique (user_id, space_id, client_id)
);
comment on table courses is 'Courses. A deleted one keeps its rows for 30 days, so that it can be restored.';
comment on column courses.client_id is
  'Chosen by the client, so that creating a course twice creates one. It counts only within the space.';
comment on column courses.editor_id is
  'The creator, who may edit it without a role in the space. Null once they have lost the role with which they created it.';
comment on column courses.short_id is 'For short addresses of the course.';
comment on column courses.slug is 'The last part of the address of the course. It doesn''t change with the title.';
comment on column courses.video_done_percent is
  'How much of the uploaded videos of a page one must have watched for it to be done.';
comment on column courses.comments_enabled is
  'Whether members can talk below its pages. While it''s off, nobody sees earlier comments.';
comment on column courses.position is
  'The order of the list, lowest first, then newest first. A move takes a number between those of its neighbors.';
comment on column courses.announced_at is 'When members were last notified that it was published.';
comment on column courses.page_count is
  'Pages that everyone sees: published, and without a folder or in a published one.';
comment on column courses.tree_version is
  'Another one after each write that locks the course: of its folders, pages and rules, too. Trees in memory are of one version. Random: a number would come again after a failed database lost writes.';
create index courses_page_idx on courses (space_id, position, id desc) where deleted_at is null;
create index courses_editor_idx on courses (editor_id, space_id) where editor_id is not null;
create index courses_cover_idx on courses (cover_upload_id) where cover_upload_id is not null;
-- For the nightly job that deletes what can't be restored anymore.
create index courses_deleted_idx on courses (deleted_at) where deleted_at is not null;

create table course_folders (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  client_id uuid not null,
  title text not null,
  is_published boolean not null,
  position double precision not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (course_id, client_id)
);
comment on table course_folders is
  'Folders of courses. The pages of a deleted folder keep their rows, and come back with it.';
comment on column course_folders.client_id is
  'Chosen by the client, so that creating a folder twice creates one. It counts only within the course.';
comment on column course_folders.position is 'The order in the course, lowest first. The first folder has 1000.';
create index course_folders_course_idx on course_folders (course_id, position, id) where deleted_at is null;
create index course_folders_space_id_idx on course_folders (space_id);
create index course_folders_deleted_idx on course_folders (deleted_at) where deleted_at is not null;

create table course_pages (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  folder_id uuid references course_folders (id) on delete cascade,
  client_id uuid not null,
  copied_from uuid,
  title text not null,
  content text not null,
  text text not null,
  estimated_duration integer not null,
  is_published boolean not null,
  position double precision not null,
  revision integer not null default 1,
  has_quiz boolean not null default false,
  written_by uuid references users (id) on delete set null,
  written_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  announced_at timestamptz(3),
  search_title text not null generated always as (normalize_search_text(title)) stored,
  search_text text not null generated always as (normalize_search_text(text)) stored,
  unique (course_id, client_id)
);
comment on table course_pages is 'Pages of courses.';
comment on column course_pages.folder_id is 'Null for a page without a folder, which is shown before the folders.';
comment on column course_pages.client_id is
  'Chosen by the client, so that creating a page twice creates one. It counts only within the course.';
comment on column course_pages.copied_from is 'The page that it began as a copy of.';
comment on column course_pages.content is 'Sanitized HTML.';
comment on column course_pages.text is 'The content as plain text.';
comment on column course_pages.estimated_duration is 'In minutes.';
comment on column course_pages.has_quiz is 'Set with its row in quizzes.';
comment on column course_pages.position is 'The order among the pages of a folder, or of those without one, lowest first.';
comment on column course_pages.revision is
  'Increases with every edit of title or content. Earlier ones are in course_page_revisions.';
comment on column course_pages.announced_at is
  'When members were last notified that it was published, alone or with its course.';
comment on column course_pages.written_by is 'Who wrote this revision.';
comment on column course_pages.written_at is 'When this revision was written.';
-- In the order in which trees are read, so that 5,000 pages aren't sorted: a third of the statement.
create index course_pages_course_idx on course_pages (course_id, folder_id, position, id) where deleted_at is null;
create index course_pages_folder_idx on course_pages (folder_id, position, id) where folder_id is not null;
comment on column course_pages.search_title is 'The title in the form that search compares.';
comment on column course_pages.search_text is 'The text in the form that search compares.';
create index course_pages_search_idx on course_pages using gin (search_title gin_trgm_ops, search_text gin_trgm_ops);
-- In the order in which search reads them: the newest first.
create index course_pages_space_id_idx on course_pages (space_id, id);
create index course_pages_written_by_idx on course_pages (written_by) where written_by is not null;
create index course_pages_deleted_idx on course_pages (deleted_at) where deleted_at is not null;

create table course_page_revisions (
  page_id uuid not null references course_pages (id) on delete cascade,
  revision integer not null,
  space_id uuid not null references spaces (id) on delete cascade,
  title text not null,
  content text not null,
  written_by uuid references users (id) on delete set null,
  written_at timestamptz(3) not null,
  primary key (page_id, revision)
);
comment on table course_page_revisions is 'Earlier versions of edited pages, the latest 200 of each.';
create index course_page_revisions_space_id_idx on course_page_revisions (space_id);
create index course_page_revisions_written_by_idx on course_page_revisions (written_by) where written_by is not null;

create table course_page_uploads (
  page_id uuid not null references course_pages (id) on delete cascade,
  upload_id uuid not null references uploads (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  last_revision integer,
  primary key (page_id, upload_id)
);
comment on table course_page_uploads is 'The uploads (images, videos and files) in pages and their earlier versions.';
comment on column course_page_uploads.last_revision is
  'The last revision that shows the upload; null while the page does. The row is deleted with that revision.';
create index course_page_uploads_upload_id_idx on course_page_uploads (upload_id);
create index course_page_uploads_space_id_idx on course_page_uploads (space_id);

create table course_completions (
  user_id uuid not null references users (id) on delete cascade,
  page_id uuid not null references course_pages (id) on delete cascade,
  course_id uuid not null references courses (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  completed_at timestamptz(3) not null,
  primary key (user_id, page_id)
);
comment on table course_completions is
  'The pages that users have marked as done. They remain when a page becomes a draft, and when a member leaves.';
create index course_completions_course_idx on course_completions (course_id, user_id);
create index course_completions_page_id_idx on course_completions (page_id);
create index course_completions_space_id_idx on course_completions (space_id);

create table course_completion_versions (
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid not null references courses (id) on delete cascade,
  version uuid not null,
  primary key (user_id, course_id)
);
comment on table course_completion_versions is
  'The version of what a user has marked as done of a course. Without a row, they have never marked a page.';
comment on column course_completion_versions.version is
  'Replaced whenever a page is marked or unmarked, but not when pages are deleted for good. What is in memory is of one version. Random, like courses.tree_version.';
create index course_completion_versions_course_id_idx on course_completion_versions (course_id);

create function count_courses() returns trigger language plpgsql as $$
declare
  change integer := 0;
begin
  if tg_op <> 'INSERT' and old.is_published and old.deleted_at is null then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.is_published and new.deleted_at is null then change := change + 1; end if;
  if change <> 0 then
    update spaces set course_count = course_count + change where id = coalesce(new.space_id, old.space_id);
  end if;
  return null;
end $$;
comment on function count_courses is 'Maintains spaces.course_count. Transactions that change it have locked the space.';
create trigger courses_count after insert or delete or update of is_published, deleted_at on courses
  for each row execute function count_courses();

create function keep_discussion() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into posts (id, space_id, user_id, client_id, slug, title, body, excerpt, post_type, last_activity_at, deleted_at,
      created_at, updated_at)
    values (new.id, new.space_id, coalesce(new.written_by, (select user_id from courses where id = new.course_id)), new.id,
      new.id::text, new.title, '', '', 'course_page', new.created_at, new.deleted_at, new.created_at, new.updated_at);
  elsif tg_op = 'UPDATE' then
    update posts set title = new.title, deleted_at = new.deleted_at
    where id = new.id and (title <> new.title or deleted_at is distinct from new.deleted_at);
  else
    -- As after the deletion of a post, the log of moderators and the reports of its comments stay.
    update posts set deleted_at = now() where id = old.id and deleted_at is null;
  end if;
  return null;
end $$;
comment on function keep_discussion is
  'Maintains the discussion of a page: the post with its id, of the type course_page, that its comments are under.';
create trigger course_pages_discussion after insert or delete or update of title, deleted_at on course_pages
  for each row execute function keep_discussion();

create table course_announcements (
  course_id uuid not null references courses (id) on delete cascade,
  type text not null check (type in ('new_course', 'new_pages')),
  space_id uuid not null references spaces (id) on delete cascade,
  actor_id uuid references users (id) on delete set null,
  page_ids uuid[] not null,
  opened_at timestamptz(3) not null,
  due_at timestamptz(3),
  broadcast_id uuid not null,
  cursor_user_id uuid,
  primary key (course_id, type)
);
comment on table course_announcements is
  'Courses and pages that were published, and of which members are notified some minutes later. What is published in a course within an hour is one notification.';
comment on column course_announcements.actor_id is 'Who published last.';
comment on column course_announcements.page_ids is 'The pages that were published; empty for a course.';
comment on column course_announcements.opened_at is 'When the first of them was published.';
comment on column course_announcements.due_at is 'When members are notified; null once all have been.';
comment on column course_announcements.broadcast_id is
  'The id of the notification, if so many members get it that they share one. It changes each time that it is sent.';
comment on column course_announcements.cursor_user_id is 'The last user who has been notified, by id; null before the first.';
create index course_announcements_due_idx on course_announcements (due_at) where due_at is not null;
create index course_announcements_opened_idx on course_announcements (opened_at) where due_at is null;
create index course_announcements_space_id_idx on course_announcements (space_id);
create index course_announcements_actor_idx on course_announcements (actor_id) where actor_id is not null;

create table course_retractions (
  target_id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null
);
comment on table course_retractions is
  'Courses and pages that members were notified of and that aren''t shown anymore. A job deletes the notifications.';
comment on column course_retractions.target_id is 'The course, or the page.';
create index course_retractions_course_id_idx on course_retractions (course_id);
create index course_retractions_space_id_idx on course_retractions (space_id);
create index course_retractions_created_idx on course_retractions (created_at);

create function is_course_shown(p_course_id uuid, p_page_id uuid) returns boolean language sql stable as $$
  select exists (select from courses c join spaces s on s.id = c.space_id
    where c.id = p_course_id and c.is_published and c.deleted_at is null and s.feature_classroom_enabled
      and (p_page_id is null or exists (select from course_pages p left join course_folders f on f.id = p.folder_id
        where p.id = p_page_id and p.course_id = c.id and p.is_published and p.deleted_at is null
          and (p.folder_id is null or (f.is_published and f.deleted_at is null)))))
$$;
comment on function is_course_shown(uuid, uuid) is
  'Whether everyone who sees the classroom sees a course, and a page of it if one is given.';

create function is_page_shown(p_page_id uuid) returns boolean language sql stable as $$
  select exists (select from course_pages p where p.id = p_page_id and is_course_shown(p.course_id, p.id))
$$;
comment on function is_page_shown(uuid) is 'Whether everyone who sees the classroom sees a page of a course.';
