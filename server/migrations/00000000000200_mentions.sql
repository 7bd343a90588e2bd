-- Mentions of users.

create table mentions (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  comment_id uuid references post_comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  mentioned_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null
);
comment on table mentions is 'The users mentioned in a post or one of its comments.';
comment on column mentions.comment_id is 'Null if the post itself mentions the user.';
create unique index mentions_post_key on mentions (post_id, user_id) where comment_id is null;
create unique index mentions_comment_key on mentions (comment_id, user_id) where comment_id is not null;
create index mentions_user_id_idx on mentions (user_id, created_at desc);
create index mentions_space_id_idx on mentions (space_id);
