-- Members of one level by join date, in an order that the index provides completely.
drop index member_points_level_idx;
create index member_points_level_idx on member_points (space_id, level, joined_at desc, user_id desc) where is_member;
