-- Emails to the operator about reports that no moderator of a space can review, by the person reported: when the last one
-- was sent, and how many later reports none has mentioned.
create table operator_emails (
  author_id uuid primary key references users (id) on delete cascade,
  emailed_at timestamptz(3),
  unsent_reports integer not null default 0
);
