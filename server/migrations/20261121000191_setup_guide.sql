-- The setup guide of a space. A task completed by anyone is completed for the space. Dismissing applies to one user.
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
create index user_space_progress_user_idx on user_space_progress (user_id);

-- For existing spaces, tasks that are visibly done count as completed.
insert into user_space_progress (space_id, user_id, task_type, completed_at, updated_at)
select s.id, s.owner_id, t.task_type, case when t.done then now() end, now()
from spaces s
cross join lateral (values
  ('invite', s.member_count > 1),
  ('description', coalesce(s.description, '') <> '' or coalesce(s.about_description, '') <> ''),
  ('cover', s.cover_image is not null),
  ('post', exists (select from posts p where p.space_id = s.id))
) t (task_type, done);
