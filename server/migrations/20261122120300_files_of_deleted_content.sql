-- Deleting an upload removes it from the deleted post, comment or event that contained it.
alter table post_attachments drop constraint post_attachments_upload_id_fkey,
  add constraint post_attachments_upload_id_fkey foreign key (upload_id) references uploads (id) on delete cascade;
alter table post_revision_attachments drop constraint post_revision_attachments_upload_id_fkey,
  add constraint post_revision_attachments_upload_id_fkey foreign key (upload_id) references uploads (id) on delete cascade;
alter table post_comments drop constraint post_comments_upload_id_fkey,
  add constraint post_comments_upload_id_fkey foreign key (upload_id) references uploads (id) on delete set null;
alter table post_comment_versions drop constraint post_comment_versions_upload_id_fkey,
  add constraint post_comment_versions_upload_id_fkey foreign key (upload_id) references uploads (id) on delete set null;
alter table events drop constraint events_cover_upload_id_fkey,
  add constraint events_cover_upload_id_fkey foreign key (cover_upload_id) references uploads (id) on delete set null;

-- For the nightly job that looks for files of deleted content.
create index posts_deleted_idx on posts (deleted_at) where deleted_at is not null;
create index post_comments_deleted_upload_idx on post_comments (deleted_at)
  where deleted_at is not null and upload_id is not null;
