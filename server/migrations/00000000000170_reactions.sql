-- Likes.

create table post_likes (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id)
);
comment on table post_likes is 'Likes of posts. A like that is taken back is deleted.';
create index post_likes_page_idx on post_likes (post_id, created_at desc, user_id desc);
create index post_likes_user_id_idx on post_likes (user_id);

create table comment_likes (
  comment_id uuid not null references post_comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (comment_id, user_id)
);
comment on table comment_likes is 'Likes of comments. A like that is taken back is deleted.';
create index comment_likes_user_id_idx on comment_likes (user_id);
create index comment_likes_page_idx on comment_likes (comment_id, created_at desc, user_id desc);
