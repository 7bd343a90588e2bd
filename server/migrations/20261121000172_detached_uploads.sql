-- When a job first found that nothing shows an upload anymore: a replaced icon, cover, avatar or introduction.
alter table uploads add column detached_at timestamptz(3);
create index uploads_detached_idx on uploads (detached_at) where detached_at is not null;
