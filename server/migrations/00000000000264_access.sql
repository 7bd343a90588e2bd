-- Who can open courses, folders, pages, events and categories.

create table access_rules (
  item_id uuid primary key generated always as (coalesce(page_id, folder_id, course_id, series_id, event_id, category_id)) stored,
  space_id uuid not null references spaces (id) on delete cascade,
  course_id uuid references courses (id) on delete cascade,
  folder_id uuid references course_folders (id) on delete cascade,
  page_id uuid references course_pages (id) on delete cascade,
  series_id uuid references event_series (id) on delete cascade,
  event_id uuid references events (id) on delete cascade,
  category_id uuid references space_categories (id) on delete cascade,
  match text not null check (match in ('all', 'any')),
  rules jsonb not null,
  updated_at timestamptz(3) not null,
  check (num_nonnulls(course_id, series_id, event_id, category_id) = 1),
  check (num_nonnulls(folder_id, page_id) <= (course_id is not null)::integer)
);
comment on table access_rules is 'Who can open an item. Without a row, everyone who sees it.';
comment on column access_rules.item_id is 'The page, the folder, the course, the series, the single event or the category.';
comment on column access_rules.match is 'Whether all rules must be met, or any one.';
comment on column access_rules.rules is 'A list of AccessRule: contract/src/features/access/access.ts.';
create index access_rules_course_idx on access_rules (course_id) where course_id is not null;
create index access_rules_space_id_idx on access_rules (space_id);
create index access_rules_folder_idx on access_rules (folder_id) where folder_id is not null;
create index access_rules_page_idx on access_rules (page_id) where page_id is not null;
create index access_rules_series_idx on access_rules (series_id) where series_id is not null;
create index access_rules_event_idx on access_rules (event_id) where event_id is not null;
-- Each request about a space reads the rules of its categories.
create index access_rules_category_idx on access_rules (space_id, category_id) where category_id is not null;
create index access_rules_category_id_idx on access_rules (category_id) where category_id is not null;

create table access_grants (
  item_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  course_id uuid references courses (id) on delete cascade,
  folder_id uuid references course_folders (id) on delete cascade,
  page_id uuid references course_pages (id) on delete cascade,
  series_id uuid references event_series (id) on delete cascade,
  event_id uuid references events (id) on delete cascade,
  category_id uuid references space_categories (id) on delete cascade,
  client_id uuid not null,
  granted_by uuid references users (id) on delete set null,
  granted_at timestamptz(3) not null,
  primary key (item_id, user_id),
  check (item_id = coalesce(page_id, folder_id, course_id, series_id, event_id, category_id))
);
comment on table access_grants is 'Who was given access to an item by hand. They can open it whatever its rules say.';
comment on column access_grants.item_id is 'The page, the folder, the course, the series, the single event or the category.';
comment on column access_grants.client_id is
  'Chosen by the client for one action, which can give access to many people, so that it can be taken back as a whole.';
create index access_grants_user_id_idx on access_grants (user_id);
create index access_grants_space_id_idx on access_grants (space_id);
create index access_grants_course_idx on access_grants (course_id) where course_id is not null;
create index access_grants_folder_idx on access_grants (folder_id) where folder_id is not null;
create index access_grants_page_idx on access_grants (page_id) where page_id is not null;
create index access_grants_series_idx on access_grants (series_id) where series_id is not null;
create index access_grants_event_idx on access_grants (event_id) where event_id is not null;
create index access_grants_category_idx on access_grants (category_id) where category_id is not null;
create index access_grants_granted_by_idx on access_grants (granted_by) where granted_by is not null;
