-- Uploaded videos of courses, and what members have watched of them.

create table videos (
  upload_id uuid primary key references uploads (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  duration real,
  poster_upload_id uuid references uploads (id) on delete set null,
  chapters jsonb not null default '[]',
  encoding_at timestamptz(3),
  encoding_attempts smallint not null default 0,
  encoded_at timestamptz(3),
  created_at timestamptz(3) not null
);
comment on table videos is 'Uploaded videos of courses. course_page_uploads says which pages show them.';
comment on column videos.duration is 'In seconds; null if the file doesn''t state it.';
comment on column videos.chapters is 'In their order: [{"start": 12.5, "title": "…"}].';
comment on column videos.encoding_at is 'When a process began to encode it in other sizes; null while none does.';
comment on column videos.encoded_at is 'When it was encoded in all sizes.';
create index videos_waiting_idx on videos (created_at) where encoded_at is null;
create index videos_space_id_idx on videos (space_id);
create index videos_poster_idx on videos (poster_upload_id) where poster_upload_id is not null;

create table video_renditions (
  upload_id uuid not null references videos (upload_id) on delete cascade,
  short_side integer not null,
  space_id uuid not null references spaces (id) on delete cascade,
  rendition_upload_id uuid not null unique references uploads (id) on delete cascade,
  width integer not null,
  height integer not null,
  bits_per_second integer not null,
  playlist text not null,
  primary key (upload_id, short_side)
);
comment on table video_renditions is 'Videos in other sizes, each one file that is loaded in segments.';
comment on column video_renditions.short_side is 'The width or height, whichever is smaller, that it was encoded for.';
comment on column video_renditions.playlist is 'Where its segments are in the file (HLS), with the name of the file as {file}.';
create index video_renditions_space_id_idx on video_renditions (space_id);

create table video_encoder (
  singleton boolean primary key default true check (singleton),
  seen_at timestamptz(3) not null
);
comment on table video_encoder is 'Whether a process of this server encodes videos.';
comment on column video_encoder.seen_at is 'When one with ffmpeg last looked for videos, to ten minutes.';

create table video_captions (
  upload_id uuid not null references videos (upload_id) on delete cascade,
  language text not null,
  space_id uuid not null references spaces (id) on delete cascade,
  captions jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (upload_id, language)
);
comment on table video_captions is 'The captions of videos, by language.';
comment on column video_captions.captions is 'In their order: [{"start": 1.5, "end": 4, "text": "…"}]. The texts are plain.';
create index video_captions_space_id_idx on video_captions (space_id);

create table video_uploads (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  file_name text not null,
  byte_size bigint not null,
  last_modified bigint not null,
  created_at timestamptz(3) not null,
  active_at timestamptz(3) not null,
  finishing_at timestamptz(3),
  receiver_id uuid,
  receiving_at timestamptz(3),
  is_interrupted boolean not null default false,
  upload_id uuid references videos (upload_id) on delete cascade
);
comment on table video_uploads is
  'Videos that are being uploaded. Their bytes are in DATA_DIR/incoming/videos. A job deletes those that nothing is added to, and old ones.';
comment on column video_uploads.last_modified is
  'Of the user''s file, in milliseconds since 1970: who chooses the same file again continues its upload.';
comment on column video_uploads.active_at is 'When bytes arrived last.';
comment on column video_uploads.finishing_at is 'When a request began to store the video; no other one does meanwhile.';
comment on column video_uploads.receiver_id is
  'The process that receives bytes. No other one does until it has ended, or hasn''t said for some seconds that it still does.';
comment on column video_uploads.receiving_at is 'When that process said last that it receives bytes.';
comment on column video_uploads.is_interrupted is
  'Whether that process is to end: the client has come to another one.';
comment on column video_uploads.upload_id is 'The stored video.';
create index video_uploads_user_idx on video_uploads (user_id, space_id);
create index video_uploads_space_id_idx on video_uploads (space_id);
create index video_uploads_active_idx on video_uploads (active_at);
create index video_uploads_upload_idx on video_uploads (upload_id) where upload_id is not null;
create index video_uploads_unfinished_idx on video_uploads (user_id) where upload_id is null;

create table video_progress (
  user_id uuid not null references users (id) on delete cascade,
  page_id uuid not null references course_pages (id) on delete cascade,
  upload_id uuid not null references videos (upload_id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  position real not null,
  watched int4multirange not null,
  percent integer not null,
  reached_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (user_id, page_id, upload_id)
);
comment on table video_progress is 'What members have watched of the videos of pages. It remains when a member leaves.';
comment on column video_progress.position is 'Where they stopped, in seconds.';
comment on column video_progress.watched is 'The seconds they have watched. It only grows.';
comment on column video_progress.percent is 'How much of the duration that is.';
comment on column video_progress.reached_at is 'When it was first as much as the course asks for. It stays when the course asks for more.';
create index video_progress_page_id_idx on video_progress (page_id);
create index video_progress_upload_id_idx on video_progress (upload_id);
create index video_progress_space_id_idx on video_progress (space_id);
