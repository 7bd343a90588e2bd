-- The sort order of Discover: members who joined, posted or were seen in the last 30 days. A job updates it.
alter table spaces add column active_member_count integer not null default 1;
update spaces s set active_member_count = (
  select count(*) from space_members m
  where m.space_id = s.id and m.status = 'active' and (
    m.joined_at > now() - interval '30 days'
    or m.last_active_at > now() - interval '30 days'
    or exists (select from posts p
      where p.user_id = m.user_id and p.space_id = m.space_id and p.created_at > now() - interval '30 days')
  )
);
create index spaces_recommended_idx on spaces (active_member_count desc, id desc) where not is_private;
create index spaces_new_idx on spaces (created_at desc, id desc) where not is_private;
-- There are few paid spaces: without these indexes, a page of them would read all the others.
create index spaces_paid_recommended_idx on spaces (active_member_count desc, id desc)
  where not is_private and pricing_type = 'paid' and price_per_month > 0;
create index spaces_paid_new_idx on spaces (created_at desc, id desc)
  where not is_private and pricing_type = 'paid' and price_per_month > 0;
create index spaces_paid_largest_idx on spaces (member_count desc, id desc)
  where not is_private and pricing_type = 'paid' and price_per_month > 0;
