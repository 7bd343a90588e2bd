-- When it was first seen that nothing shows an upload any more: a replaced icon, cover, face or introduction.
alter table uploads add column detached_at timestamptz(3);
create index uploads_released_idx on uploads (detached_at) where detached_at is not null;
