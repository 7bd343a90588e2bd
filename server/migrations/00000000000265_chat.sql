-- Chat: conversations, their participants and messages, blocks and settings.

create table chat_conversations (
  id uuid primary key,
  is_group boolean not null,
  name text,
  icon_upload_id uuid references uploads (id) on delete set null,
  created_by uuid references users (id) on delete set null,
  client_id uuid,
  first_user_id uuid references users (id) on delete cascade,
  second_user_id uuid references users (id) on delete cascade,
  participant_count smallint not null,
  last_seq integer not null default 0,
  activity_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  unique (first_user_id, second_user_id),
  unique (created_by, client_id),
  check (case when is_group
    then name is not null and first_user_id is null and second_user_id is null
    else name is null and first_user_id < second_user_id end)
);
comment on table chat_conversations is
  'Direct conversations and groups. Whoever changes messages or participants locks this row first, which orders the messages.';
comment on column chat_conversations.created_by is 'Null once their account is deleted: the conversation stays.';
comment on column chat_conversations.client_id is 'The id that the device of the creator gave a group, so that it is created once.';
comment on column chat_conversations.first_user_id is 'Of a direct conversation: the participant with the lower id.';
comment on column chat_conversations.second_user_id is 'Of a direct conversation: the participant with the higher id.';
comment on column chat_conversations.participant_count is 'Without those who left.';
comment on column chat_conversations.last_seq is 'The number of the latest message, deleted or not.';
comment on column chat_conversations.activity_at is 'When the latest message was sent; before the first, when the conversation was created. Never decreases.';
comment on column chat_conversations.version is 'Raised by every change that all participants see.';
create index chat_conversations_icon_idx on chat_conversations (icon_upload_id) where icon_upload_id is not null;
create index chat_conversations_second_user_idx on chat_conversations (second_user_id) where second_user_id is not null;

create table chat_participants (
  conversation_id uuid not null references chat_conversations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  is_admin boolean not null default false,
  status text not null default 'active'
    check (status in ('hidden', 'request', 'declined', 'active', 'left', 'removed')),
  joined_at timestamptz(3) not null,
  first_seq integer not null default 1,
  left_seq integer,
  left_at timestamptz(3),
  earlier_seqs int4multirange not null default '{}',
  last_read_seq integer not null default 0,
  read_at timestamptz(3),
  is_marked_unread boolean not null default false,
  is_caught_up boolean not null default false,
  muted_until timestamptz(3),
  active_on date not null,
  version integer not null default 1,
  primary key (conversation_id, user_id),
  check ((status in ('left', 'removed')) = (left_seq is not null and left_at is not null))
);
comment on table chat_participants is
  'Who is or was in a conversation. `last_read_seq` is the whole unread state: no message has a row per recipient.';
comment on column chat_participants.status is
  'hidden: of a direct conversation in which nobody has written to this person. request: a message request that waits. declined: a deleted request, of which its sender isn''t told.';
comment on column chat_participants.first_seq is 'The first message that this person may read since they were added last.';
comment on column chat_participants.left_seq is 'The last message that this person may read, since they left or were removed.';
comment on column chat_participants.earlier_seqs is
  'The messages of earlier stays in a group, which this person may read too. Those from between two stays are hidden.';
comment on column chat_participants.last_read_seq is 'All messages up to this number are read.';
comment on column chat_participants.read_at is
  'When messages were marked as read last. Whoever reads by sending a message leaves it.';
comment on column chat_participants.is_caught_up is
  'Nothing is unread, and the latest message is from before yesterday: counting unread messages leaves it out. Set at night, and cleared by the first message of a day.';
comment on column chat_participants.muted_until is 'Muted until then; the year 9999 mutes for good.';
comment on column chat_participants.active_on is
  'The day (UTC) of the conversation''s `activity_at`, or of `left_at`. Changes with the first message of a day, so that the list of conversations reads the latest days instead of all.';
comment on column chat_participants.version is 'Raised by every change that only this person sees.';
create index chat_participants_list_idx on chat_participants (user_id, active_on desc, conversation_id)
  where status in ('active', 'left', 'removed');
create index chat_participants_unread_idx on chat_participants (user_id, conversation_id)
  where status in ('active', 'left', 'removed') and not is_caught_up;
create index chat_participants_requests_idx on chat_participants (user_id, conversation_id) where status = 'request';
create index chat_participants_user_id_idx on chat_participants (user_id);

create table chat_messages (
  id uuid primary key,
  conversation_id uuid not null references chat_conversations (id) on delete cascade,
  seq integer not null,
  sender_id uuid not null references users (id) on delete cascade,
  client_id uuid,
  request_hash text,
  kind text not null check (kind in ('text', 'voice', 'system')),
  content text not null default '',
  search_text text not null default '',
  voice jsonb,
  attachment_count smallint not null default 0,
  reply_to_id uuid references chat_messages (id) on delete set null,
  link_url text,
  system_type text,
  system_user_ids uuid[],
  system_name text,
  mentioned_user_ids uuid[],
  like_count integer not null default 0,
  reaction_counts jsonb not null default '{}',
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  version integer not null default 1,
  unique (conversation_id, seq),
  unique (conversation_id, sender_id, client_id)
);
comment on table chat_messages is
  'Messages. `seq` numbers them within their conversation without a gap; `created_at` never decreases with it.';
comment on column chat_messages.client_id is 'The id that the sender''s device gave the message. Sent twice, it exists once.';
comment on column chat_messages.request_hash is 'Of what was sent: the same client id with something else is a conflict.';
comment on column chat_messages.content is 'The Markdown that was typed; empty once deleted.';
comment on column chat_messages.search_text is 'normalize_search_text() of the content.';
comment on column chat_messages.voice is 'The duration and loudness of a voice message: {duration_ms, peaks}.';
comment on column chat_messages.link_url is 'The first web link, for its preview; null if the sender removed the preview.';
comment on column chat_messages.like_count is 'Always 0: messages take emoji.';
comment on column chat_messages.reaction_counts is 'How many gave each emoji.';
comment on column chat_messages.system_user_ids is 'The people that a line of the system names.';
comment on column chat_messages.mentioned_user_ids is 'The participants that it mentions; null if it mentions nobody.';
create index chat_messages_created_at_idx on chat_messages (conversation_id, created_at, seq);
create index chat_messages_attachments_idx on chat_messages (conversation_id, seq) where attachment_count > 0;
create index chat_messages_link_url_idx on chat_messages (link_url) where link_url is not null;
create index chat_messages_reply_to_idx on chat_messages (reply_to_id) where reply_to_id is not null;
create index chat_messages_group_name_idx on chat_messages (conversation_id, seq)
  where system_type in ('group_created', 'name_changed');
create index chat_messages_sender_idx on chat_messages (sender_id);
create index chat_messages_search_idx on chat_messages using gin (search_text gin_trgm_ops);

create table chat_message_fanouts (
  conversation_id uuid primary key references chat_conversations (id) on delete cascade,
  due_at timestamptz(3) not null
);
comment on table chat_message_fanouts is
  'Conversations with new messages, of which those who haven''t read them yet are to be notified. A message inserts its row or locks the one that is there, so that none comes between reading the messages and deleting the row.';
create index chat_message_fanouts_due_idx on chat_message_fanouts (due_at);

create table chat_attachments (
  message_id uuid not null references chat_messages (id) on delete cascade,
  position smallint not null,
  upload_id uuid not null references uploads (id) on delete cascade,
  primary key (message_id, position)
);
comment on table chat_attachments is 'The files of messages. Those of a deleted message have no row.';
create index chat_attachments_upload_id_idx on chat_attachments (upload_id);

create table chat_blocks (
  user_id uuid not null references users (id) on delete cascade,
  blocked_user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (user_id, blocked_user_id),
  check (user_id <> blocked_user_id)
);
comment on table chat_blocks is 'Who has blocked whom. A block works both ways.';
create index chat_blocks_blocked_user_id_idx on chat_blocks (blocked_user_id);
create index chat_blocks_page_idx on chat_blocks (user_id, created_at desc, blocked_user_id desc);

create table chat_settings (
  user_id uuid primary key references users (id) on delete cascade,
  who_can_message text not null default 'shared_spaces'
    check (who_can_message in ('everyone', 'shared_spaces', 'nobody')),
  read_receipts boolean not null default true,
  typing_indicators boolean not null default true
);
comment on table chat_settings is 'Settings of those who changed them; without a row, the defaults of its columns apply.';

create table chat_disabled_spaces (
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  primary key (user_id, space_id)
);
comment on table chat_disabled_spaces is 'The spaces whose members can''t start conversations with this member.';
create index chat_disabled_spaces_space_id_idx on chat_disabled_spaces (space_id);

create table chat_reports (
  id uuid primary key,
  message_id uuid not null references chat_messages (id) on delete cascade,
  reporter_id uuid not null references users (id) on delete cascade,
  reason text not null,
  note text,
  content text not null,
  created_at timestamptz(3) not null,
  unique (message_id, reporter_id)
);
comment on table chat_reports is
  'Reports of messages to the operator of the server. Conversations belong to no space, so no moderator sees them.';
comment on column chat_reports.content is 'The message as it was when it was reported.';
create index chat_reports_reporter_id_idx on chat_reports (reporter_id);

create function chat_is_blocked(a uuid, b uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from chat_blocks where user_id = a and blocked_user_id = b)
    or exists (select from chat_blocks where user_id = b and blocked_user_id = a)
$$;
comment on function chat_is_blocked(uuid, uuid) is 'Whether one of two people has blocked the other.';

create function chat_shares_space(recipient uuid, sender uuid) returns boolean language sql stable parallel safe as $$
  select exists (
    select from space_members r
      join space_members s on s.space_id = r.space_id and s.user_id = sender and s.status = 'active'
    where r.user_id = recipient and r.status = 'active'
      and not exists (select from chat_disabled_spaces d where d.user_id = recipient and d.space_id = r.space_id))
$$;
comment on function chat_shares_space(uuid, uuid) is
  'Whether two people are members of a space whose members the recipient lets start conversations.';
