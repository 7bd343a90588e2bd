-- The moderator who resolved a case, named like `resolved_at`.
alter table moderation_cases rename column handled_by to resolved_by;
alter table moderation_cases rename constraint moderation_cases_handled_by_fkey to moderation_cases_resolved_by_fkey;
