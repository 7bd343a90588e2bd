-- Quizzes of course pages, and what learners answered.

create table quizzes (
  page_id uuid primary key references course_pages (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  questions jsonb not null,
  pass_percent integer not null,
  max_attempts integer,
  is_shuffled boolean not null,
  version integer not null,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz(3) not null
);
comment on table quizzes is 'The quizzes of pages, at most one of each.';
comment on column quizzes.questions is 'The questions in their order, with their right answers.';
comment on column quizzes.max_attempts is 'Null for any number.';
create index quizzes_space_id_idx on quizzes (space_id);
create index quizzes_updated_by_idx on quizzes (updated_by) where updated_by is not null;

create table quiz_attempts (
  page_id uuid not null references quizzes (page_id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  number integer not null,
  space_id uuid not null references spaces (id) on delete cascade,
  responses jsonb not null,
  started_at timestamptz(3) not null,
  submitted_at timestamptz(3),
  results jsonb,
  percent integer,
  is_passed boolean,
  primary key (page_id, user_id, number)
);
comment on table quiz_attempts is 'What members answered. It remains when a member leaves.';
comment on column quiz_attempts.number is 'From 1 for each user and page.';
comment on column quiz_attempts.responses is 'The answers, by question id.';
comment on column quiz_attempts.results is 'Whether each question was right, by question id; null until it is submitted.';
create index quiz_attempts_user_id_idx on quiz_attempts (user_id);
create index quiz_attempts_space_id_idx on quiz_attempts (space_id);
-- For the statistics of a quiz.
create index quiz_attempts_submitted_idx on quiz_attempts (page_id, submitted_at desc) where submitted_at is not null;
