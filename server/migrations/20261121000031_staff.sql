-- Who runs a space is read with every page of it, also where it has ten thousand members.
create index space_members_staff_idx on space_members (space_id, joined_at, id) where role <> 'member' and status = 'active';
