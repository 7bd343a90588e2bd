-- Emails of an installation without a mail server (server/src/platform/email).

create table local_mailbox (
  id uuid primary key,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz(3) not null default now()
);
comment on table local_mailbox is 'Emails that were sent while no mail server was configured.';
create index local_mailbox_created_at_idx on local_mailbox (created_at desc);
