import '#web/styles/lazy/chat.css';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { PersonRow } from './person-row.tsx';

interface PeopleSectionProps {
  title: string;
  people: readonly Contact[];
  /** What was searched, if it was. */
  search?: string;
  /** Missing where one press opens the conversation. */
  isChosen?: (userId: string) => boolean;
  onSelect: (person: Contact) => void | Promise<void>;
}

/** People to choose from, below a heading. Nothing if there are none. */
export function PeopleSection({ title, people, search, isChosen, onSelect }: PeopleSectionProps) {
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="conversation-heading">{title}</h3>
      <ul>
        {people.map((person) => (
          <li key={person.user_id}>
            <PersonRow
              person={person}
              people={people}
              search={search}
              isChosen={isChosen?.(person.user_id)}
              onSelect={() => onSelect(person)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
