-- Mentions of users.

create table mentions (
  id uuid primary key,
  space_id uuid references spaces (id) on delete cascade,
  target_kind text not null,
  target_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  mentioned_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null
);
comment on table mentions is 'The users that a post, comment or message mentions.';
comment on column mentions.space_id is 'Null for a message.';
comment on column mentions.target_kind is 'The kind of what target_id refers to: contract/src/values/targets.ts.';
create unique index mentions_target_key on mentions (target_id, user_id);
create index mentions_user_id_idx on mentions (user_id, created_at desc);
create index mentions_space_id_idx on mentions (space_id) where space_id is not null;
