-- Writes the notifications of one change with `upsert_batched_notifications` and returns the finished entries with the
-- names of their actors. Each entry is read after it was written, which a single statement around that function can't do.
create function record_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamptz, p_notifications jsonb)
returns table (entry notifications, unread_count integer, actor_names text[]) language plpgsql as $$
declare
  written record;
begin
  for written in
    select t.notification_id, t.unread_count
    from upsert_batched_notifications(p_space_id, p_actor_id, p_now, p_notifications) t
  loop
    unread_count := written.unread_count;
    select n.* into entry from notifications n where n.id = written.notification_id;
    actor_names := array(select p.full_name from notification_actors a join users p on p.id = a.user_id
      where a.notification_id = written.notification_id order by a.occurred_at desc, a.user_id limit 3);
    return next;
  end loop;
end $$;
