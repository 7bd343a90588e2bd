-- The audit log of a space.

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
comment on table audit_log is 'All moderation and administration actions in a space.';
comment on column audit_log.details is 'What the entry shows besides actor and target; depends on the action.';
create index audit_log_page_idx on audit_log (space_id, created_at desc, id desc);
