import '#web/styles/lazy/chat.css';
import { Users } from 'lucide-react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { OnlineDot } from '#web/lib/live/online-dot.tsx';
import { Avatar, type AvatarSize } from '#web/ui/avatar.tsx';
import { toConversationName } from './conversation-text.ts';

interface ConversationAvatarProps {
  conversation: Conversation;
  size?: AvatarSize;
}

/** The photo of the other person, with a dot while they are online, or the icon of a group. */
export function ConversationAvatar({ conversation, size = 'md' }: ConversationAvatarProps) {
  const { id, is_group, icon, other_participants } = conversation;
  const [person] = other_participants;
  const name = toConversationName(conversation);
  if (is_group) {
    const src = icon?.sizes[0]?.url ?? icon?.url ?? null;
    if (src) return <Avatar id={id} name={name} src={src} size={size} />;
    return (
      <span className="group-icon" data-size={size}>
        <Users size={size === 'xl' ? 28 : 20} aria-hidden="true" />
      </span>
    );
  }
  return (
    <Avatar id={person?.user_id ?? id} name={name} src={person?.avatar_url ?? null} size={size}>
      {person && <OnlineDot spaceId={null} userId={person.user_id} isOnline={person.is_online} />}
    </Avatar>
  );
}
