-- Uploaded files and the storage that they use.

create function stored_bytes_of(byte_size bigint, variants jsonb) returns bigint language sql immutable as $$
  select coalesce((select sum((v ->> 'byte_size')::bigint) from jsonb_array_elements(variants) v), byte_size)::bigint
$$;
comment on function stored_bytes_of(bigint, jsonb) is 'The stored bytes of an upload: all widths of an image, or the original file.';

create function counts_for_person(purpose text, space_id uuid, attached_at timestamptz) returns boolean
  language sql immutable as $$
    select case when purpose = 'link_image' then false when attached_at is null then true
      else space_id is null and purpose not like 'chat\_%' end
  $$;
comment on function counts_for_person(text, uuid, timestamptz) is
  'Whether an upload counts for its user. Images of linked pages don''t count: the server fetched them. Nor do files of sent messages, which have a limit of their own.';

create function counts_for_chat(purpose text) returns boolean language sql immutable as $$
  select purpose like 'chat\_%'
$$;
comment on function counts_for_chat(text) is 'Whether an upload counts toward what its user has stored for chat, sent or not.';

create table uploads (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  purpose text not null,
  file_name text not null,
  mime_type text not null,
  byte_size bigint not null,
  width integer,
  height integer,
  color text,
  variants jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  attached_at timestamptz(3),
  storage_key text,
  detached_at timestamptz(3),
  stored_bytes bigint not null generated always as (stored_bytes_of(byte_size, variants)) stored
);
comment on table uploads is 'Uploaded files. The files themselves are in the file store.';
comment on column uploads.space_id is 'Null for avatars and the images of a space that is being created.';
comment on column uploads.color is 'The average color of an image, shown until it is loaded.';
comment on column uploads.variants is 'The widths of an image, smallest first: [{width, height, key, byte_size}].';
comment on column uploads.attached_at is 'Set once something uses the file. Files that are never used are deleted after a day.';
comment on column uploads.storage_key is 'The key of a file that is stored unchanged (document, video).';
comment on column uploads.detached_at is 'When nothing showed the file anymore. A job deletes it later.';
create index uploads_unattached_idx on uploads (created_at) where attached_at is null;
create index uploads_space_id_idx on uploads (space_id);
create index uploads_detached_idx on uploads (detached_at) where detached_at is not null;

create table user_storage (
  user_id uuid primary key references users (id) on delete cascade,
  bytes bigint not null,
  chat_bytes bigint not null default 0
);
comment on table user_storage is
  'Bytes per user: uploads that aren''t in use, and files that belong to no space. Maintained by the triggers uploads_count_*.';
comment on column user_storage.chat_bytes is 'Of all files for chat: attachments, recordings and icons of groups.';

create table space_storage (
  space_id uuid primary key references spaces (id) on delete cascade,
  bytes bigint not null
);
comment on table space_storage is 'Bytes per space: all files, in use or not. Maintained by the triggers uploads_count_*.';

create table upload_reservations (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  is_for_chat boolean not null,
  bytes bigint not null,
  expires_at timestamptz(3) not null
);
comment on table upload_reservations is
  'Storage reserved for uploads in progress. If a process ends without releasing its reservation, it ends at expires_at.';
create index upload_reservations_user_id_idx on upload_reservations (user_id);
create index upload_reservations_space_id_idx on upload_reservations (space_id);

create function count_storage() returns trigger language plpgsql as $$
declare
  people uuid[]; people_bytes bigint[]; people_chat_bytes bigint[];
  of_spaces uuid[]; spaces_bytes bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(user_id), array_agg(bytes), array_agg(chat_bytes) into people, people_bytes, people_chat_bytes from (
      select user_id,
        coalesce(sum(stored_bytes) filter (where counts_for_person(purpose, space_id, attached_at)), 0) bytes,
        coalesce(sum(stored_bytes) filter (where counts_for_chat(purpose)), 0) chat_bytes
      from new_rows where counts_for_person(purpose, space_id, attached_at) or counts_for_chat(purpose) group by user_id) p;
    select array_agg(space_id), array_agg(bytes) into of_spaces, spaces_bytes from (
      select space_id, sum(stored_bytes) bytes from new_rows where space_id is not null group by space_id) s;
    insert into user_storage (user_id, bytes) select id, 0 from unnest(people) id order by id on conflict do nothing;
    insert into space_storage (space_id, bytes) select id, 0 from unnest(of_spaces) id order by id on conflict do nothing;
  elsif tg_op = 'DELETE' then
    select array_agg(user_id), array_agg(bytes), array_agg(chat_bytes) into people, people_bytes, people_chat_bytes from (
      select user_id,
        -coalesce(sum(stored_bytes) filter (where counts_for_person(purpose, space_id, attached_at)), 0) bytes,
        -coalesce(sum(stored_bytes) filter (where counts_for_chat(purpose)), 0) chat_bytes
      from old_rows where counts_for_person(purpose, space_id, attached_at) or counts_for_chat(purpose) group by user_id) p;
    select array_agg(space_id), array_agg(bytes) into of_spaces, spaces_bytes from (
      select space_id, -sum(stored_bytes) bytes from old_rows where space_id is not null group by space_id) s;
  else
    select array_agg(user_id), array_agg(bytes), array_agg(chat_bytes) into people, people_bytes, people_chat_bytes from (
      select user_id, sum(bytes) bytes, sum(chat_bytes) chat_bytes from (
        select user_id,
        coalesce(sum(stored_bytes) filter (where counts_for_person(purpose, space_id, attached_at)), 0) bytes,
        coalesce(sum(stored_bytes) filter (where counts_for_chat(purpose)), 0) chat_bytes
      from new_rows where counts_for_person(purpose, space_id, attached_at) or counts_for_chat(purpose) group by user_id
        union all
        select user_id,
        -coalesce(sum(stored_bytes) filter (where counts_for_person(purpose, space_id, attached_at)), 0) bytes,
        -coalesce(sum(stored_bytes) filter (where counts_for_chat(purpose)), 0) chat_bytes
      from old_rows where counts_for_person(purpose, space_id, attached_at) or counts_for_chat(purpose) group by user_id) c
      group by user_id having sum(bytes) <> 0 or sum(chat_bytes) <> 0) p;
    select array_agg(space_id), array_agg(bytes) into of_spaces, spaces_bytes from (
      select space_id, sum(bytes) bytes from (
        select space_id, stored_bytes bytes from new_rows
        union all
        select space_id, -stored_bytes from old_rows) c
      where space_id is not null group by space_id having sum(bytes) <> 0) s;
  end if;
  if people is not null then
    perform from user_storage where user_id = any (people) order by user_id for update;
    update user_storage u set bytes = u.bytes + c.bytes, chat_bytes = u.chat_bytes + c.chat_bytes
      from unnest(people, people_bytes, people_chat_bytes) c (id, bytes, chat_bytes) where u.user_id = c.id;
  end if;
  if of_spaces is not null then
    perform from space_storage where space_id = any (of_spaces) order by space_id for update;
    update space_storage s set bytes = s.bytes + c.bytes
      from unnest(of_spaces, spaces_bytes) c (id, bytes) where s.space_id = c.id;
  end if;
  return null;
end $$;
comment on function count_storage() is
  'Maintains both counters, once per statement and in the order of ids, so that two statements can''t deadlock. Only an insert creates a counter: one that is missing later was deleted with its user or space.';
create trigger uploads_count_added after insert on uploads
  referencing new table as new_rows for each statement execute function count_storage();
create trigger uploads_count_changed after update on uploads
  referencing old table as old_rows new table as new_rows for each statement execute function count_storage();
create trigger uploads_count_removed after delete on uploads
  referencing old table as old_rows for each statement execute function count_storage();
