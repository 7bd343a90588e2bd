-- When the author of removed content acknowledged the reason.
alter table posts add column removal_acknowledged_at timestamptz(3);
alter table post_comments add column removal_acknowledged_at timestamptz(3);
create index posts_unseen_removals_idx on posts (user_id, space_id)
  where removed_by is not null and removal_acknowledged_at is null;
create index post_comments_unseen_removals_idx on post_comments (user_id, space_id)
  where removed_by is not null and removal_acknowledged_at is null;
