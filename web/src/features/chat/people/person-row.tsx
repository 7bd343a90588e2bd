import { Check } from 'lucide-react';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { Avatar, AvatarOnline } from '#web/ui/avatar.tsx';

interface PersonRowProps {
  person: Contact;
  /** Whether the person is chosen; missing where one press opens something. */
  isChosen?: boolean;
  onSelect: () => void;
}

/** A person in a list to choose from. */
export function PersonRow({ person, isChosen, onSelect }: PersonRowProps) {
  return (
    <button type="button" data-row="" className="conversation" aria-pressed={isChosen} onClick={onSelect}>
      <Avatar id={person.user_id} name={person.full_name} src={person.avatar_url}>
        {person.is_online && <AvatarOnline />}
      </Avatar>
      <span className="min-w-0 flex-1">
        <span className="conversation-name block">{person.full_name}</span>
        <span className="conversation-latest block">@{person.username}</span>
      </span>
      {isChosen && <Check size={18} aria-hidden="true" />}
    </button>
  );
}
