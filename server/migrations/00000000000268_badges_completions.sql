-- Pages of courses count for the activity level.

create function log_completion() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_activity_log (user_id, points, created_at) values (new.user_id, 3, new.completed_at);
  elsif exists (select from course_pages where id = old.page_id) and exists (select from users where id = old.user_id)
  then
    insert into user_activity_log (user_id, points, created_at) values (old.user_id, -3, old.completed_at);
  end if;
  return null;
end $$;
comment on function log_completion() is
  'Logs pages that are marked as done or not done. What was learned counts on after the page is deleted.';
create trigger course_completions_activity after insert or delete on course_completions
  for each row execute function log_completion();
