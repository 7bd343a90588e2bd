-- Drafts of posts.

create table drafts (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  client_id uuid not null,
  content jsonb not null,
  conflicts jsonb not null default '[]',
  version integer not null default 1,
  client_edited_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, space_id)
);
comment on table drafts is 'One draft per user and space, the same on every device.';
comment on column drafts.client_id is 'The client id of the future post.';
comment on column drafts.content is 'Title, body, category, attachments and poll.';
comment on column drafts.conflicts is 'Versions of other devices that this one replaced, newest first.';
comment on column drafts.version is 'Increases with every save. A save that is based on another version is a conflict.';
comment on column drafts.client_edited_at is 'When the draft was edited, by the clock of the device.';
create index drafts_space_id_idx on drafts (space_id);

create table draft_uploads (
  user_id uuid not null,
  space_id uuid not null,
  upload_id uuid not null references uploads (id) on delete cascade,
  primary key (user_id, space_id, upload_id),
  foreign key (user_id, space_id) references drafts (user_id, space_id) on delete cascade
);
comment on table draft_uploads is 'The uploads of a draft, which aren''t deleted while it exists.';
create index draft_uploads_upload_id_idx on draft_uploads (upload_id);
create index draft_uploads_space_id_idx on draft_uploads (space_id);
