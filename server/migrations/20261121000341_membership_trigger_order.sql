-- Triggers run in the order of their names. A like locks the author's points and then their notifications. Ending a
-- membership locked them the other way around, so both at once could deadlock.
alter trigger space_members_end_notifications on space_members rename to space_members_unlist_notifications;
