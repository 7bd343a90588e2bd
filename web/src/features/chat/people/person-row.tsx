import '#web/styles/lazy/chat.css';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { OnlineDot } from '#web/lib/live/online-dot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface PersonRowProps {
  person: Contact;
  /** All people of the list: two with the same name are told apart by their usernames. */
  people: readonly Contact[];
  /** What was searched, if it was. */
  search?: string;
  /** Whether the person is chosen; missing where one press opens something. */
  isChosen?: boolean;
  /** What it returns is waited for: the row shows that it was pressed. */
  onSelect: () => void | Promise<void>;
}

/** Returns the username of a person if the name isn't enough: another one has it too, or the search found the username. */
function toUsername({ person, people, search = '' }: PersonRowProps): string | null {
  const { user_id, full_name, username } = person;
  const isShared = people.some((other) => other.user_id !== user_id && other.full_name === full_name);
  const typed = search.trim().toLocaleLowerCase();
  const isFound = username.toLowerCase().includes(typed) && !full_name.toLocaleLowerCase().includes(typed);
  return isShared || isFound ? `@${username}` : null;
}

/** A person in a list to choose from, with their username where the name isn't enough. */
export function PersonRow(props: PersonRowProps) {
  const { person, isChosen, onSelect } = props;
  const username = toUsername(props);
  const [isOpening, setOpening] = useState(false);
  const press = async () => {
    if (isOpening) return;
    setOpening(true);
    try {
      await onSelect();
    } finally {
      setOpening(false);
    }
  };
  return (
    <button
      type="button"
      data-row=""
      className="conversation"
      aria-pressed={isChosen}
      aria-busy={isOpening || undefined}
      onClick={() => void press()}
    >
      <Avatar id={person.user_id} name={person.full_name} src={person.avatar_url} size="lg">
        <OnlineDot spaceId={null} userId={person.user_id} isOnline={person.is_online} />
      </Avatar>
      <span className="min-w-0 flex-1">
        <span className="conversation-name block" dir="auto">
          {person.full_name}
        </span>
        {username && <span className="conversation-latest block">{username}</span>}
      </span>
      {isChosen && <Check size={18} aria-hidden="true" />}
      {isOpening && <Spinner />}
    </button>
  );
}
