-- Reactions.

create table reactions (
  target_kind text not null,
  target_id uuid not null,
  kind text not null,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (target_id, user_id, kind)
);
comment on table reactions is 'Reactions to posts, comments and other targets. A reaction that is taken back is deleted.';
comment on column reactions.target_kind is 'The kind of what target_id refers to: contract/src/values/targets.ts.';
comment on column reactions.kind is 'The kind of reaction: a key of reactionKinds in contract/src/values/reactions.ts, or an emoji.';
comment on column reactions.space_id is 'Null for targets outside of spaces.';
create index reactions_page_idx on reactions (target_id, kind, created_at desc, user_id desc);
create index reactions_user_id_idx on reactions (user_id);
