-- The topic of a space, from the list in the contract. Discover filters by it in each sort order.
alter table spaces add column topic text check (topic ~ '^[a-z]{2,20}$');
create index spaces_topic_recommended_idx on spaces (topic, active_member_count desc, id desc)
  where not is_private and topic is not null;
create index spaces_topic_largest_idx on spaces (topic, member_count desc, id desc)
  where not is_private and topic is not null;
create index spaces_topic_new_idx on spaces (topic, created_at desc, id desc)
  where not is_private and topic is not null;
