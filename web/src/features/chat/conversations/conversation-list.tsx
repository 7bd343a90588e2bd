import '#web/styles/lazy/chat.css';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, MailQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { foundMessages, messagePages } from '../messages/messages.api.ts';
import { peopleQuery } from '../people/people.api.ts';
import { PeopleSection } from '../people/people-section.tsx';
import { SuggestedPeople } from '../people/suggested-people.tsx';
import { unreadQuery } from '../unread.api.ts';
import { ConversationItem } from './conversation-item.tsx';
import type { ConversationFilter } from './conversations.api.ts';
import { moveRowFocus } from './move-row-focus.ts';
import { useConversations } from './use-conversations.ts';

/** People are suggested below a list with fewer conversations. */
const fewConversations = 5;
/** Shortest text that is searched in messages. */
const minSearch = 2;

export interface ConversationListProps {
  viewerId: string;
  /** In the popover, the search finds names; elsewhere also the text of messages. */
  variant: 'popover' | 'full';
  selectedId?: string | null;
  /** `seq` is the message to show; without it, the conversation opens where reading goes on. */
  onOpen: (conversationId: string, seq?: number) => void;
  /** Opens the direct conversation with a person, which may not exist yet. */
  onPerson: (userId: string) => void | Promise<void>;
  onNew: () => void;
}

/** The viewer's conversations, with a search and a filter. */
export function ConversationList(props: ConversationListProps) {
  const { variant } = props;
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<ConversationFilter['filter']>('all');
  const search = useDebouncedValue(typed);
  const searchLabel = variant === 'popover' ? t('Search users') : t('Search users or messages...');
  const isRequests = filter === 'requests';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the rows inside.
    <div className="conversation-list" onKeyDown={moveRowFocus}>
      <div className="conversation-tools toolbar">
        <SearchField label={searchLabel} maxLength={100} value={typed} onChange={setTyped} />
        {isRequests ? (
          <Button size="sm" onClick={() => setFilter('all')}>
            {t('Back to all chats')}
          </Button>
        ) : (
          <fieldset className="orders">
            <legend className="sr-only">{t('Show')}</legend>
            {(['all', 'unread'] as const).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={filter === value}
                onClick={() => setFilter(value)}
              >
                {value === 'all' ? t('All') : t('Unread')}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <div className="conversation-scroll">
        {filter === 'all' && search === '' && <RequestsRow onOpen={() => setFilter('requests')} />}
        <Conversations {...props} filter={{ filter, search }} />
        {search !== '' && filter === 'all' && <FoundPeople search={search} onPerson={props.onPerson} />}
        {variant === 'full' && search.length >= minSearch && !isRequests && (
          <FoundMessages search={search} onOpen={props.onOpen} />
        )}
      </div>
    </div>
  );
}

function RequestsRow({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(unreadQuery);
  const count = data?.request_count ?? 0;
  if (count === 0) return null;
  return (
    <button type="button" data-row="" className="conversation" onClick={onOpen}>
      <span className="group-icon" data-size="lg">
        <MailQuestionMark size={20} aria-hidden="true" />
      </span>
      <span className="conversation-name flex-1">{t('Message requests')}</span>
      <span className="text-soft tabular-nums">{count}</span>
      <ChevronRight size={18} aria-hidden="true" className="text-faint" />
    </button>
  );
}

type EmptyProps = Pick<ConversationListProps, 'onNew' | 'onPerson'> & { filter: ConversationFilter };

function Empty({ filter, onNew, onPerson }: EmptyProps) {
  const isSearch = filter.filter === 'all' && filter.search !== '';
  const people = useQuery({ ...peopleQuery(filter.search), enabled: isSearch });
  // Those who are found are shown below.
  if (isSearch && (people.isLoading || (people.data?.people.length ?? 0) > 0)) return null;
  if (filter.filter === 'requests')
    return (
      <EmptyState title={t('No message requests')}>
        {t("Messages from people you don't know will show up here.")}
      </EmptyState>
    );
  if (filter.search !== '')
    return <EmptyState title={t('No chats found')}>{t('Try a different search')}</EmptyState>;
  return (
    <>
      <EmptyState
        title={t('No chats found')}
        action={<Button onClick={onNew}>{t('Start a new conversation')}</Button>}
      />
      {filter.filter === 'all' && <Suggestions conversations={[]} onPerson={onPerson} />}
    </>
  );
}

/** The people of direct conversations. */
const toPartners = (conversations: readonly Conversation[]): ReadonlySet<string> =>
  new Set(
    conversations.flatMap(({ is_group, other_participants: [other] }) =>
      is_group || !other ? [] : other.user_id,
    ),
  );

/** People to write to, for those who have only a few conversations. */
function Suggestions({
  conversations,
  onPerson,
}: Pick<ConversationListProps, 'onPerson'> & { conversations: readonly Conversation[] }) {
  const known = toPartners(conversations);
  return <SuggestedPeople without={known} onSelect={({ user_id }) => onPerson(user_id)} />;
}

function Conversations({
  viewerId,
  filter,
  selectedId,
  onOpen,
  onPerson,
  onNew,
}: ConversationListProps & { filter: ConversationFilter }) {
  const client = useQueryClient();
  const { pages, conversations } = useConversations(filter);
  const isShort = !pages.hasNextPage && conversations.length < fewConversations;
  const prefetch = (id: string) => void client.prefetchInfiniteQuery(messagePages(id, 'newest'));
  return (
    <PagedList
      pages={pages}
      count={conversations.length}
      skeleton={<ListSkeleton />}
      empty={<Empty filter={filter} onNew={onNew} onPerson={onPerson} />}
      failure={{
        title: t('Failed to fetch conversations'),
        text: toMessage(pages.error, t('Please try again.')),
      }}
      more={{ near: 300, size: 'sm' }}
    >
      <ul aria-label={t('Chats')}>
        {conversations.map(({ id }) => (
          <ConversationItem
            key={id}
            id={id}
            viewerId={viewerId}
            isSelected={id === selectedId}
            onOpen={onOpen}
            onIntent={prefetch}
          />
        ))}
      </ul>
      {isShort && filter.filter === 'all' && filter.search === '' && (
        <Suggestions conversations={conversations} onPerson={onPerson} />
      )}
    </PagedList>
  );
}

function ListSkeleton(): ReactNode {
  return (
    <ul aria-busy="true" aria-label={t('Loading')}>
      {Array.from({ length: 7 }, (_, row) => row).map((row) => (
        <li key={row} className="conversation h-16">
          <Skeleton shape="circle" width="3rem" height="3rem" />
          <div className="grid flex-1 gap-2">
            <Skeleton width={`${35 + ((row * 17) % 30)}%`} />
            <Skeleton width={`${55 + ((row * 23) % 35)}%`} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The people with that name whose direct conversation the search doesn't find, because there is none yet. */
function FoundPeople({ search, onPerson }: { search: string; onPerson: ConversationListProps['onPerson'] }) {
  const { conversations } = useConversations({ filter: 'all', search });
  const { data } = useQuery(peopleQuery(search));
  const known = toPartners(conversations);
  const people = data?.people.filter(({ user_id }) => !known.has(user_id)) ?? [];
  return (
    <PeopleSection
      title={t('People')}
      people={people}
      search={search}
      onSelect={({ user_id }) => onPerson(user_id)}
    />
  );
}

function FoundMessages({ search, onOpen }: { search: string; onOpen: ConversationListProps['onOpen'] }) {
  const pages = useInfiniteQuery(foundMessages(search));
  const found = pages.data?.pages.flatMap(({ messages }) => messages) ?? [];
  if (found.length === 0) return null;
  return (
    <section aria-label={t('Messages')}>
      <h3 className="conversation-heading">{t('Messages')}</h3>
      <PagedList
        pages={pages}
        count={found.length}
        skeleton={null}
        empty={null}
        failure={{ text: t('Please try again.') }}
        more={{ near: 300, size: 'sm' }}
      >
        <ul>
          {found.map(({ id, conversation_id, conversation_name, seq, sender, excerpt, created_at }) => (
            <li key={id}>
              <button
                type="button"
                data-row=""
                className="conversation"
                onClick={() => onOpen(conversation_id, seq)}
              >
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline gap-2">
                    <span className="conversation-name" dir="auto">
                      {conversation_name}
                    </span>
                    <RelativeTime at={created_at} className="conversation-time" />
                  </span>
                  <span className="conversation-latest">
                    {t('{name}: {text}', { name: sender.full_name, text: excerpt })}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  );
}
