-- The moderators of a space are read with every page of it, even if it has ten thousand members.
create index space_members_staff_idx on space_members (space_id, joined_at, id) where role <> 'member' and status = 'active';
