-- Who follows whom.

create table user_follows (
  follower_id uuid not null references users (id) on delete cascade,
  following_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
comment on table user_follows is
  'Who follows whom. Whoever inserts or deletes a row locks the rows of both people in `follow_counts` first.';
create index user_follows_following_id_idx on user_follows (following_id, created_at desc);

create table follow_counts (
  user_id uuid primary key references users (id) on delete cascade,
  follower_count integer not null default 0,
  following_count integer not null default 0,
  version integer not null default 0
);
comment on table follow_counts is
  'How many people follow someone, and how many they follow. Without a row, none. Its lock orders follows and blocks of the same people.';
comment on column follow_counts.version is 'Raised by every follow of or by this person, and every end of one.';

create function count_follow() returns trigger language plpgsql as $$
declare
  step integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  update follow_counts set follower_count = follower_count + step, version = version + 1
    where user_id = coalesce(new.following_id, old.following_id);
  update follow_counts set following_count = following_count + step, version = version + 1
    where user_id = coalesce(new.follower_id, old.follower_id);
  return null;
end $$;
comment on function count_follow() is
  'Maintains follow_counts, also for those whom a deleted account followed.';
create trigger user_follows_count after insert or delete on user_follows for each row execute function count_follow();
