-- Triggers run in the order of their names. Whoever likes something locks its author's points and then their list of
-- notifications; whoever left locked them the other way round, and two at once could wait for each other in a ring.
alter trigger space_members_end_notifications on space_members rename to space_members_unlist_notifications;
