import { useQuery } from '@tanstack/react-query';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { t } from '#contract/i18n/translate.ts';
import { suggestedPeopleQuery } from './people.api.ts';
import { PersonRow } from './person-row.tsx';

interface SuggestedPeopleProps {
  /** People who aren't shown, such as those who are in the group already. */
  without?: ReadonlySet<string>;
  /** Missing where one press opens the conversation. */
  isChosen?: (userId: string) => boolean;
  onSelect: (person: Contact) => void | Promise<void>;
}

/** Members of the viewer's spaces whom they haven't written with. Nothing if there are none. */
export function SuggestedPeople({ without, isChosen, onSelect }: SuggestedPeopleProps) {
  const { data } = useQuery({ ...suggestedPeopleQuery, staleTime: 0 });
  const people = data?.people.filter(({ user_id }) => !without?.has(user_id)) ?? [];
  if (people.length === 0) return null;
  return (
    <section aria-label={t('Suggested')}>
      <h3 className="conversation-heading">{t('Suggested')}</h3>
      <ul>
        {people.map((person) => (
          <li key={person.user_id}>
            <PersonRow
              person={person}
              people={people}
              isChosen={isChosen?.(person.user_id)}
              onSelect={() => onSelect(person)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
