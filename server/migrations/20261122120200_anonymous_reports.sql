-- Whether the person reported was an owner or admin of the space when the report was made. Moderators don't see who made
-- such a report.
alter table moderation_reports add column about_moderator boolean not null default false;
update moderation_reports r set about_moderator = true
  from moderation_cases c, spaces s
  where c.id = r.case_id and s.id = r.space_id
    and (s.owner_id = c.author_id or exists (select from space_members m
      where m.space_id = r.space_id and m.user_id = c.author_id and m.status = 'active' and m.role <> 'member'));
alter table moderation_reports alter column about_moderator set default true;
