import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { SystemMessage } from '#contract/features/chat/system-message.ts';
import { formatList } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';

/** The name of a conversation: that of the group, or of the other person. */
export function toConversationName({
  is_group,
  conversation_name,
  name,
  other_participants: [person],
}: Pick<Conversation, 'is_group' | 'conversation_name' | 'name' | 'other_participants'>): string {
  if (is_group) return name ?? conversation_name;
  return person?.full_name ?? (conversation_name || t('Unknown User'));
}

/** What a line of the system says. `sender` is who did it. */
export function toSystemText({ type, people, people_count, name }: SystemMessage, sender: string): string {
  const more = people_count - people.length;
  const names = people.map(({ full_name }) => full_name);
  const who = formatList(more > 0 ? [...names, t('{count, number} more', { count: more })] : names);
  switch (type) {
    case 'group_created':
      return name === null
        ? t('{sender} created the group', { sender })
        : t('{sender} created the group “{name}”', { sender, name });
    case 'name_changed':
      return t('{sender} changed the name to “{name}”', { sender, name: name ?? '' });
    case 'icon_changed':
      return t('{sender} changed the group icon', { sender });
    case 'participants_added':
      return t('{sender} added {who}', { sender, who });
    case 'participant_removed':
      return t('{sender} removed {who}', { sender, who });
    case 'participant_left':
      return t('{sender} left', { sender });
    case 'admin_added':
      return t('{sender} made {who} an admin', { sender, who });
    case 'admin_removed':
      return t('{sender} removed {who} as an admin', { sender, who });
  }
}

/** The first line of a conversation in a list: its latest message in a few words. */
export function toLatestText(conversation: Conversation, viewerId: string): string {
  const {
    latest_message_kind: kind,
    latest_message_content: content,
    latest_message_sender: sender,
    latest_message_system: system,
  } = conversation;
  if (kind === null) return t('No messages yet');
  const name = sender?.full_name ?? '';
  if (kind === 'system') return system ? toSystemText(system, name) : '';
  const text = content || toKindText(kind);
  if (sender?.id === viewerId) return t('You: {text}', { text });
  return conversation.is_group ? t('{name}: {text}', { name, text }) : text;
}

function toKindText(kind: 'text' | 'image' | 'file' | 'voice'): string {
  if (kind === 'voice') return t('Voice message');
  if (kind === 'image') return t('Image');
  return kind === 'file' ? t('File') : '';
}
