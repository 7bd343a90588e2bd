-- Spaces, their categories, setup guide and search.

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
  updated_at timestamptz(3) not null default now(),
  active_member_count integer not null default 1,
  topic text check (topic ~ '^[a-z]{2,20}$')
);
comment on table spaces is 'Communities.';
comment on column spaces.subdomain is 'The address of the space.';
comment on column spaces.description is 'The text of the front page, for visitors.';
comment on column spaces.about_description is 'Rich text of the about page.';
comment on column spaces.is_private is 'Whether only members see more than the front page, and joining needs an approval.';
comment on column spaces.member_count is 'Active members. Maintained by the trigger space_members_count.';
comment on column spaces.rules_list is 'The rules, in the order in which they are shown.';
comment on column spaces.active_member_count is
  'Members who joined, posted or were seen in the last 30 days: the sort order of Discover. A job updates it.';
comment on column spaces.topic is 'The topic in Discover, from the list in the contract.';
create index spaces_owner_id_idx on spaces (owner_id);
-- Discover: all spaces, paid spaces and one topic, each in three sort orders. There are few paid spaces: without their own
-- indexes, a page of them would read all the others.
create index spaces_recommended_idx on spaces (active_member_count desc, id desc) where not is_private;
create index spaces_discover_idx on spaces (member_count desc, id desc) where not is_private;
create index spaces_new_idx on spaces (created_at desc, id desc) where not is_private;
create index spaces_paid_recommended_idx on spaces (active_member_count desc, id desc)
  where not is_private and pricing_type = 'paid' and price_per_month > 0;
create index spaces_paid_largest_idx on spaces (member_count desc, id desc)
  where not is_private and pricing_type = 'paid' and price_per_month > 0;
create index spaces_paid_new_idx on spaces (created_at desc, id desc)
  where not is_private and pricing_type = 'paid' and price_per_month > 0;
create index spaces_topic_recommended_idx on spaces (topic, active_member_count desc, id desc)
  where not is_private and topic is not null;
create index spaces_topic_largest_idx on spaces (topic, member_count desc, id desc)
  where not is_private and topic is not null;
create index spaces_topic_new_idx on spaces (topic, created_at desc, id desc)
  where not is_private and topic is not null;

create table space_categories (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  name text not null,
  icon text not null,
  created_by uuid references users (id) on delete set null,
  is_archived boolean not null default false,
  created_at timestamptz(3) not null default now()
);
comment on table space_categories is 'Sections of the feed of a space.';
create index space_categories_space_id_idx on space_categories (space_id, created_at);

create table user_space_progress (
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  task_type text not null check (task_type in ('invite', 'description', 'cover', 'post')),
  completed_at timestamptz(3),
  setup_dismissed boolean not null default false,
  setup_dismissed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (space_id, user_id, task_type)
);
comment on table user_space_progress is
  'The setup guide of a space. A task completed by anyone is completed for the space; dismissing applies to one user.';
create index user_space_progress_user_idx on user_space_progress (user_id);

create table space_search (
  space_id uuid primary key references spaces (id) on delete cascade,
  normalized text not null,
  ngrams int[] not null
);
comment on table space_search is 'What the search of Discover compares. Maintained by the triggers spaces_search_*.';
comment on column space_search.normalized is 'Name, address and descriptions, normalized, one per line.';
comment on column space_search.ngrams is 'text_ngrams() of the normalized text, without a scope.';
-- Without fast updates: every search would have to read the list of entries that aren't indexed yet.
create index space_text_ngrams_idx on space_search using gin (ngrams) with (fastupdate = off);

create function write_space_search(ids uuid[]) returns void
  language sql
  as $$
    insert into space_search (space_id, normalized, ngrams)
    select s.id, f.normalized, text_ngrams('', f.normalized)
    from spaces s
    cross join lateral (
      select normalize_search_text(concat_ws(chr(10), s.name, s.subdomain, s.short_description, s.description)) as normalized
    ) f
    where s.id = any (ids)
    on conflict (space_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $$;
comment on function write_space_search(uuid[]) is 'Writes what search compares for these spaces.';

create function index_space() returns trigger language plpgsql as $$
begin
  perform write_space_search(array[new.id]);
  return null;
end $$;
comment on function index_space() is 'Keeps space_search up to date: names and descriptions change in several places.';
create trigger spaces_search_insert after insert on spaces
  for each row execute function index_space();
create trigger spaces_search_update after update of name, subdomain, short_description, description on spaces
  for each row execute function index_space();
