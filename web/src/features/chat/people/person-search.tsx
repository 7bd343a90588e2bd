import '#web/styles/lazy/chat.css';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { moveRowFocus } from '../conversations/move-row-focus.ts';
import { peopleQuery, recentContactsQuery } from './people.api.ts';
import { PersonRow } from './person-row.tsx';
import { SuggestedPeople } from './suggested-people.tsx';

interface PersonSearchProps {
  chosen: readonly Contact[];
  onChange: (chosen: Contact[]) => void;
  /** People who can't be chosen, such as those who are in the group already. */
  without?: ReadonlySet<string>;
  /** Below the field, such as the name of the group. */
  children?: ReactNode;
}

const none: ReadonlySet<string> = new Set();

/** Chooses people by name; without a search, those whom the viewer wrote to last. */
export function PersonSearch({ chosen, onChange, without = none, children }: PersonSearchProps) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed);
  const toggle = (person: Contact) => {
    const isChosen = chosen.some(({ user_id }) => user_id === person.user_id);
    onChange(isChosen ? chosen.filter(({ user_id }) => user_id !== person.user_id) : [...chosen, person]);
    if (!isChosen) setTyped('');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the rows inside.
    <div className="person-search" onKeyDown={moveRowFocus}>
      <div className="conversation-tools toolbar">
        <SearchField label={t('Search for people...')} maxLength={100} value={typed} onChange={setTyped} />
        {chosen.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label={t('Chosen people')}>
            {chosen.map((person) => (
              <li key={person.user_id}>
                <Button size="sm" onClick={() => toggle(person)}>
                  <span className="max-w-40 truncate">{person.full_name}</span>
                  <X size={14} aria-hidden="true" />
                  <span className="sr-only">{t('Remove')}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
      <div className="conversation-scroll">
        {search === '' ? (
          <Recents chosen={chosen} without={without} onToggle={toggle} />
        ) : (
          <Found search={search} chosen={chosen} without={without} onToggle={toggle} />
        )}
      </div>
    </div>
  );
}

interface PeopleProps {
  chosen: readonly Contact[];
  without: ReadonlySet<string>;
  onToggle: (person: Contact) => void;
}

/** Those whom the viewer wrote to last, and members of their spaces whom they haven't written with. */
function Recents(props: PeopleProps) {
  const { data, isPending, isError, error, refetch } = useQuery({ ...recentContactsQuery, staleTime: 0 });
  return (
    <>
      <section aria-label={t('RECENTLY CONTACTED')}>
        <h3 className="conversation-heading">{t('RECENTLY CONTACTED')}</h3>
        {isPending && <PeopleSkeleton />}
        {isError && <PeopleFailure error={error} onRetry={() => void refetch()} />}
        {data?.people.length === 0 && <p className="px-5 py-3 text-soft">{t('No recent contacts')}</p>}
        {data && <People {...props} people={data.people} />}
      </section>
      {data && (
        <SuggestedPeople
          without={props.without}
          isChosen={(userId) => props.chosen.some(({ user_id }) => user_id === userId)}
          onSelect={props.onToggle}
        />
      )}
    </>
  );
}

function Found({ search, ...props }: PeopleProps & { search: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(peopleQuery(search));
  if (isPending) return <PeopleSkeleton />;
  if (isError) return <PeopleFailure error={error} onRetry={() => void refetch()} />;
  if (data.people.length === 0)
    return <p className="px-5 py-3 text-soft">{t('No users found matching "{search}"', { search })}</p>;
  return <People {...props} people={data.people} search={search} />;
}

function People({
  people,
  search,
  chosen,
  without,
  onToggle,
}: PeopleProps & { people: readonly Contact[]; search?: string }) {
  return (
    <ul>
      {people
        .filter(({ user_id }) => !without.has(user_id))
        .map((person) => {
          const isChosen = chosen.some(({ user_id }) => user_id === person.user_id);
          return (
            <li key={person.user_id}>
              <PersonRow
                person={person}
                people={people}
                search={search}
                isChosen={isChosen}
                onSelect={() => onToggle(person)}
              />
            </li>
          );
        })}
    </ul>
  );
}

function PeopleSkeleton() {
  return (
    <ul aria-busy="true" aria-label={t('Loading')}>
      {[0, 1, 2].map((row) => (
        <li key={row} className="conversation">
          <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
          <Skeleton width="45%" />
        </li>
      ))}
    </ul>
  );
}

function PeopleFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-5 py-3 text-soft">
      {toMessage(error, t("Couldn't load people."))}
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
