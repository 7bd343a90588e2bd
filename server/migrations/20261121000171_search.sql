-- Search by any part of a name, in any script, at the same cost for any number of users or spaces. Existing extensions
-- don't support queries of one or two characters, which are whole names in many scripts. Therefore every n-gram of one to
-- three characters is indexed as a number. Matches of the index are compared with the text again.

-- Normalizes text for search: lowercase, without accents and vowel points, in one Unicode form.
create function normalize_search_text(given text) returns text
  language sql immutable strict parallel safe
  as $$
    select replace(translate(
      lower(normalize(
        regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'),
        nfkc)),
      'ςıøłđ', 'σiold'), 'ß', 'ss')
  $$;

-- Returns a number for every n-gram of one to three characters of a normalized text. `scope` keeps the numbers of one
-- space apart from those of all others, so that a search never reads anything outside its space.
create function text_ngrams(scope text, normalized text) returns int[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(distinct hashtext(scope || substr(normalized, start, size))), '{}')
    from generate_series(1, char_length(normalized)) start, generate_series(1, 3) size
    where start + size <= char_length(normalized) + 1
  $$;

-- Returns the numbers that a text must have to contain `normalized`: its n-grams of three, or itself if it is shorter.
create function query_ngrams(scope text, normalized text) returns int[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(distinct hashtext(scope || substr(normalized, start, least(3, char_length(normalized))))), '{}')
    from generate_series(1, greatest(1, char_length(normalized) - 2)) start
  $$;

create table member_search (
  member_id uuid primary key references space_members (id) on delete cascade,
  normalized text not null,
  ngrams int[] not null
);

create function write_member_search(ids uuid[]) returns void
  language sql
  as $$
    insert into member_search (member_id, normalized, ngrams)
    select m.id, f.normalized, text_ngrams(m.space_id::text, f.normalized)
    from space_members m
    join users u on u.id = m.user_id
    cross join lateral (select normalize_search_text(u.full_name) || chr(10) || normalize_search_text(u.username) as normalized) f
    where m.id = any (ids)
    on conflict (member_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $$;

create function index_new_member() returns trigger language plpgsql as $$
begin
  perform write_member_search(array[new.id]);
  return null;
end $$;
create trigger space_members_search after insert on space_members
  for each row execute function index_new_member();

create function index_renamed_person() returns trigger language plpgsql as $$
begin
  perform write_member_search(array(select id from space_members where user_id = new.id));
  return null;
end $$;
create trigger users_search after update of full_name, username on users
  for each row when (old.full_name is distinct from new.full_name or old.username is distinct from new.username)
  execute function index_renamed_person();

create table space_search (
  space_id uuid primary key references spaces (id) on delete cascade,
  normalized text not null,
  ngrams int[] not null
);

create function write_space_search(ids uuid[]) returns void
  language sql
  as $$
    insert into space_search (space_id, normalized, ngrams)
    select s.id, f.normalized, text_ngrams('', f.normalized)
    from spaces s
    cross join lateral (
      select normalize_search_text(concat_ws(chr(10), s.name, s.subdomain, s.short_description, s.description)) as normalized
    ) f
    where s.id = any (ids)
    on conflict (space_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $$;

create function index_space() returns trigger language plpgsql as $$
begin
  perform write_space_search(array[new.id]);
  return null;
end $$;
create trigger spaces_search_insert after insert on spaces
  for each row execute function index_space();
create trigger spaces_search_update after update of name, subdomain, short_description, description on spaces
  for each row execute function index_space();

select write_member_search(array(select id from space_members));
select write_space_search(array(select id from spaces));
-- Without fast updates: every search would have to read the list of entries that aren't indexed yet.
create index member_text_ngrams_idx on member_search using gin (ngrams) with (fastupdate = off);
create index space_text_ngrams_idx on space_search using gin (ngrams) with (fastupdate = off);
