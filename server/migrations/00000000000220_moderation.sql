-- Reports and the cases that moderators resolve.

create table moderation_cases (
  id uuid primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  kind text not null,
  target_id uuid not null,
  author_id uuid not null references users (id) on delete cascade,
  post_id uuid references posts (id) on delete cascade,
  report_count int not null default 0,
  outcome text check (outcome in ('dismissed', 'removed', 'banned')),
  outcome_reason text,
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((resolved_at is null) = (outcome is null))
);
comment on table moderation_cases is 'One case per reported target. Reports are added to it until it is resolved.';
comment on column moderation_cases.target_id is 'The reported post, comment or user.';
comment on column moderation_cases.author_id is 'The author of the post or comment, or the reported user.';
comment on column moderation_cases.resolved_by is 'The moderator who resolved the case.';
create unique index moderation_cases_open_key on moderation_cases (space_id, kind, target_id) where resolved_at is null;
create index moderation_cases_open_idx on moderation_cases (space_id, created_at desc, id desc) where resolved_at is null;
create index moderation_cases_resolved_idx on moderation_cases (space_id, resolved_at desc, id desc) where resolved_at is not null;
-- Cases about a moderator are excluded from that moderator's queue and count.
create index moderation_cases_author_idx on moderation_cases (space_id, author_id);

create table moderation_reports (
  id uuid primary key,
  case_id uuid not null references moderation_cases (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  kind text not null,
  target_id uuid not null,
  reporter_id uuid not null references users (id) on delete cascade,
  reason text not null check (reason in ('rule', 'spam', 'harassment', 'other')),
  rule_text text,
  note text,
  created_at timestamptz(3) not null,
  notified_at timestamptz(3),
  about_moderator boolean not null default true,
  unique (space_id, kind, target_id, reporter_id)
);
comment on table moderation_reports is 'One report per reporter and target.';
comment on column moderation_reports.rule_text is 'The text of the rule at the time of the report.';
comment on column moderation_reports.notified_at is 'When the reporter was notified of the outcome.';
comment on column moderation_reports.about_moderator is
  'Whether the reported person was an owner or admin of the space at the time. Moderators don''t see who made such a report.';
create index moderation_reports_case_idx on moderation_reports (case_id, created_at desc);

create table moderation_counts (
  space_id uuid primary key references spaces (id) on delete cascade,
  open_count int not null,
  version int not null
);
comment on table moderation_counts is
  'The number of open cases, stored so that showing it to moderators on every page costs nothing.';
comment on column moderation_counts.version is 'Increases with every change. Live events carry it.';

create table operator_emails (
  author_id uuid primary key references users (id) on delete cascade,
  emailed_at timestamptz(3),
  unsent_reports integer not null default 0
);
comment on table operator_emails is
  'Emails to the operator about reports that no moderator of a space can review, by the reported person.';
comment on column operator_emails.emailed_at is 'When the last email was sent.';
comment on column operator_emails.unsent_reports is 'Later reports that no email has mentioned yet.';
