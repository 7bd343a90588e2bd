-- One-time links in emails. Only a hash of each token is stored, so that no one who reads this table can use a link.
create table one_time_tokens (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'confirm-email')),
  -- The recipient in lower case. The link becomes invalid if the account's address changes.
  email text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_tokens_user_id_idx on one_time_tokens (user_id, purpose);
create index one_time_tokens_expires_at_idx on one_time_tokens (expires_at);

-- Sign-ups that a job turns into accounts, if addresses must be confirmed: the request does the same work whether or not
-- the address has an account.
create table pending_sign_ups (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);

-- Contained usable tokens. Their links were valid for an hour.
drop table verifications;
