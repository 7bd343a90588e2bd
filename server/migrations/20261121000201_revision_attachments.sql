-- The attachments of earlier versions of a post.
create table post_revision_attachments (
  post_id uuid not null,
  revision integer not null,
  position smallint not null,
  upload_id uuid not null references uploads (id),
  space_id uuid not null references spaces (id) on delete cascade,
  inline boolean not null,
  primary key (post_id, revision, position),
  foreign key (post_id, revision) references post_revisions (post_id, revision) on delete cascade
);
create index post_revision_attachments_upload_id_idx on post_revision_attachments (upload_id);
create index post_revision_attachments_space_id_idx on post_revision_attachments (space_id);
