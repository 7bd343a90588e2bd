-- Previews of the pages that posts link to. One row per URL, shared by all posts and filled by a job.
create table link_previews (
  url text primary key,
  -- 'none': the page has no metadata or couldn't be read.
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'none')),
  title text,
  description text,
  site_name text,
  image_id uuid references uploads (id) on delete set null,
  attempts smallint not null default 0,
  -- No other process fetches it before this time.
  claimed_until timestamptz(3),
  fetched_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index link_previews_waiting_idx on link_previews (created_at) where status = 'waiting';

-- The first web link in the text of a post.
alter table posts add column link_url text;
create index posts_link_url_idx on posts (link_url) where link_url is not null;

-- Maintained by triggers, so that no code path can forget it. A URL that was fetched more than a week ago is queued again;
-- the old preview remains until then.
create function queue_link_preview() returns trigger language plpgsql as $$
declare
  link text := substring(new.body from '<a [^>]*href="(https?://[^"]+)"');
begin
  -- Longer URLs don't fit into an index entry.
  new.link_url := case when length(link) <= 2000 then replace(link, '&amp;', '&') end;
  if new.link_url is not null then
    insert into link_previews (url) values (new.link_url)
    on conflict (url) do update set status = 'waiting', attempts = 0, claimed_until = null
      where link_previews.status <> 'waiting' and link_previews.fetched_at < now() - interval '7 days';
  end if;
  return new;
end $$;
create trigger posts_link_new before insert on posts for each row execute function queue_link_preview();
create trigger posts_link_changed before update of body on posts for each row
  when (old.body is distinct from new.body) execute function queue_link_preview();
