-- Writes the notices of one act as `upsert_batched_notifications` does, and answers the finished entries with their people:
-- each is read after it was written, which no single statement around that function could do.
create function record_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamptz, p_notifications jsonb)
returns table (entry notifications, unread_count integer, actor_names text[]) language plpgsql as $$
declare
  told record;
begin
  for told in
    select t.notification_id, t.unread_count
    from upsert_batched_notifications(p_space_id, p_actor_id, p_now, p_notifications) t
  loop
    unread_count := told.unread_count;
    select n.* into entry from notifications n where n.id = told.notification_id;
    actor_names := array(select p.full_name from notification_actors a join users p on p.id = a.user_id
      where a.notification_id = told.notification_id order by a.occurred_at desc, a.user_id limit 3);
    return next;
  end loop;
end $$;
