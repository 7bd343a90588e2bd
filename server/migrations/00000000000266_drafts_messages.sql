-- Drafts of messages.

create table message_drafts (
  user_id uuid not null references users (id) on delete cascade,
  conversation_id uuid not null references chat_conversations (id) on delete cascade,
  client_id uuid not null,
  content text not null,
  reply_to_id uuid,
  version integer not null default 1,
  client_edited_at timestamptz(3) not null,
  primary key (user_id, conversation_id)
);
comment on table message_drafts is 'One draft per user and conversation, the same on every device.';
comment on column message_drafts.client_id is 'The client id of the future message.';
comment on column message_drafts.version is
  'Increases with every save. If a save is based on another version, the text that was edited last wins.';
comment on column message_drafts.client_edited_at is 'When the draft was edited, by the clock of the device.';
create index message_drafts_conversation_id_idx on message_drafts (conversation_id);
