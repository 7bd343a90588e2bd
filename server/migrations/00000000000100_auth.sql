-- Accounts and sessions.

create table users (
  id uuid primary key,
  email text not null,
  email_verified boolean not null default false,
  full_name text not null,
  first_name text not null,
  last_name text not null,
  username text not null unique,
  profile_url text not null unique,
  avatar_url text,
  bio text,
  role text not null default 'member' check (role in ('member', 'creator', 'admin')),
  social_links jsonb not null default '{}',
  country text,
  location text,
  last_joined_space_id uuid,
  wallet_balance numeric(14, 2) not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  locale text not null default 'en-US' check (locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'),
  time_zone text not null default 'UTC',
  time_zone_automatic boolean not null default true
);
comment on table users is 'Accounts.';
comment on column users.email_verified is 'Whether the person proved to receive emails at the address.';
comment on column users.full_name is 'First and last name, as they are shown.';
comment on column users.profile_url is 'The path of the profile, without a slash.';
comment on column users.role is 'The role in the installation. Roles in spaces are in space_members.';
comment on column users.social_links is 'URLs by the name of the site.';
comment on column users.last_joined_space_id is 'The space that opens after logging in.';
comment on column users.locale is
  'Language and region of notifications and emails, such as en-DE: that of the browser which last opened or refreshed a session.';
comment on column users.time_zone is 'The IANA name of the zone whose clock decides quiet hours and when emails are sent.';
comment on column users.time_zone_automatic is 'Whether the zone follows that of the browser.';
create unique index users_email_key on users (lower(email));

create table people_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 0
);
comment on table people_version is
  'Raised in the transaction that changes what others see of a user, so that pages kept in memory show it at once.';
insert into people_version default values;

create function raise_people_version() returns trigger language plpgsql as $$
begin
  update people_version set version = version + 1;
  return null;
end $$;
comment on function raise_people_version() is 'Changes of users wait for each other from here until they commit.';
create trigger users_people_version after update of full_name, username, avatar_url, profile_url on users
  for each row when (old.full_name is distinct from new.full_name or old.username is distinct from new.username
    or old.avatar_url is distinct from new.avatar_url or old.profile_url is distinct from new.profile_url)
  execute function raise_people_version();

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null unique,
  previous_token_hash text,
  previous_token_until timestamptz(3),
  expires_at timestamptz(3) not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table sessions is 'Open sessions. Expired ones are deleted by a job.';
comment on column sessions.token_hash is 'SHA-256 of the token in the cookie.';
comment on column sessions.user_agent is 'The browser that logged in, for a list of sessions.';
comment on column sessions.previous_token_hash is
  'The hash of the token before the last rotation. Valid until previous_token_until, for requests that were in flight.';
create index sessions_user_id_idx on sessions (user_id);
create unique index sessions_previous_token_hash_key on sessions (previous_token_hash)
  where previous_token_hash is not null;
create index sessions_expires_at_idx on sessions (expires_at);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
comment on table accounts is 'Ways to log in: a password, or an external provider.';
comment on column accounts.account_id is 'The id of the user at the provider.';
comment on column accounts.provider_id is 'The provider; credential for a password.';
comment on column accounts.password is 'The hash of the password.';
create index accounts_user_id_idx on accounts (user_id);

create table one_time_tokens (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'confirm-email')),
  email text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
comment on table one_time_tokens is 'One-time links in emails.';
comment on column one_time_tokens.token_hash is 'Only the hash is stored, so that no one who reads this table can use a link.';
comment on column one_time_tokens.email is
  'The recipient in lower case. The link becomes invalid if the address of the account changes.';
create index one_time_tokens_user_id_idx on one_time_tokens (user_id, purpose);
create index one_time_tokens_expires_at_idx on one_time_tokens (expires_at);

create table pending_sign_ups (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);
comment on table pending_sign_ups is
  'Sign-ups that a job turns into accounts, if addresses must be confirmed: the request does the same work whether or not the address has an account.';
