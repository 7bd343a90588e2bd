-- Polls in posts.

create table polls (
  post_id uuid primary key references posts (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  question text not null,
  multiple boolean not null default false,
  closes_at timestamptz(3),
  closed_at timestamptz(3),
  voter_count integer not null default 0,
  version integer not null default 1
);
comment on table polls is 'One poll per post of type poll.';
comment on column polls.multiple is 'Whether one person may choose several options.';
comment on column polls.closes_at is 'Voting ends at this time.';
comment on column polls.closed_at is 'Set if someone closed the poll before closes_at.';
comment on column polls.version is 'Increases with every change. Live events carry it.';
create index polls_space_id_idx on polls (space_id);

create table poll_options (
  id uuid primary key,
  post_id uuid not null references polls (post_id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  position smallint not null,
  text text not null,
  vote_count integer not null default 0,
  unique (post_id, id)
);
comment on table poll_options is 'The options of a poll.';
create index poll_options_post_id_idx on poll_options (post_id, position);
create index poll_options_space_id_idx on poll_options (space_id);

create table poll_votes (
  post_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  option_id uuid not null,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (post_id, user_id, option_id),
  -- Makes votes for an option of another poll impossible.
  foreign key (post_id, option_id) references poll_options (post_id, id) on delete cascade
);
comment on table poll_votes is 'One row for each option that a person chose.';
create index poll_votes_user_id_idx on poll_votes (user_id);
create index poll_votes_option_idx on poll_votes (post_id, option_id);
create index poll_votes_space_id_idx on poll_votes (space_id);
