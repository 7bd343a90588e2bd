-- The text that search compares, in the membership itself: if many members match, search reads the list of members in
-- order and skips those that don't match, without reading any other row.
alter table space_members add column search_text text not null default '';
update space_members m set search_text = k.normalized from member_search k where k.member_id = m.id;

create function set_member_search_text() returns trigger language plpgsql as $$
begin
  select normalize_search_text(full_name) || chr(10) || normalize_search_text(username) into new.search_text
  from users where id = new.user_id;
  return new;
end $$;
create trigger space_members_search_text before insert on space_members
  for each row execute function set_member_search_text();

create or replace function write_member_search(ids uuid[]) returns void
  language sql
  as $$
    insert into member_search (member_id, normalized, ngrams)
    select m.id, m.search_text, text_ngrams(m.space_id::text, m.search_text)
    from space_members m
    where m.id = any (ids)
    on conflict (member_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $$;

create or replace function index_renamed_person() returns trigger language plpgsql as $$
begin
  update space_members
  set search_text = normalize_search_text(new.full_name) || chr(10) || normalize_search_text(new.username)
  where user_id = new.id;
  perform write_member_search(array(select id from space_members where user_id = new.id));
  return null;
end $$;
