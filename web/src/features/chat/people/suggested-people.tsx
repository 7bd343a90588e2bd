import { useQuery } from '@tanstack/react-query';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { t } from '#contract/i18n/translate.ts';
import { suggestedPeopleQuery } from './people.api.ts';
import { PeopleSection } from './people-section.tsx';

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
  return <PeopleSection title={t('Suggested')} people={people} isChosen={isChosen} onSelect={onSelect} />;
}
