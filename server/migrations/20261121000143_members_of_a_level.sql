-- Members of one level by when they joined, in an order that is the index's own to the last.
drop index member_points_level_idx;
create index member_points_level_idx on member_points (space_id, level, joined_at desc, user_id desc) where is_member;
