-- Emails that a user has unsubscribed from with the link in one of them: one type from one space. Notifications in the app
-- continue.
create table email_unsubscribes (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  type text not null check (type in ('post_like', 'comment_reply', 'mention', 'space_join', 'new_post', 'new_customer',
    'admin_announcement', 'event_reminder')),
  created_at timestamptz(3) not null,
  primary key (user_id, space_id, type)
);
create index email_unsubscribes_space_idx on email_unsubscribes (space_id);

-- Whether a user wants emails for notifications of this type from this space.
create function wants_email(p_user_id uuid, p_space_id uuid, p_type text) returns boolean
language sql stable as $$
  select wants_notification(p_user_id, p_space_id, p_type)
    and coalesce(
      (select s.email_enabled and s.notifications_email_frequency <> 'never'
        from space_notification_preferences s where s.user_id = p_user_id and s.space_id = p_space_id),
      (select g.email_enabled from notification_preferences g where g.user_id = p_user_id),
      true)
    and not exists (select from email_unsubscribes r
      where r.user_id = p_user_id and r.space_id = p_space_id and r.type = p_type)
$$;
