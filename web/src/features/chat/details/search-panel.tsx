import '#web/styles/lazy/chat.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { moveRowFocus } from '../conversations/move-row-focus.ts';
import { foundMessages } from '../messages/messages.api.ts';
import { SidePanel } from './side-panel.tsx';

interface SearchPanelProps {
  conversationId: string;
  onJump: (anchor: string) => void;
  onClose: () => void;
}

const minSearch = 2;

/** Searches the messages of a conversation, and shows it at a date. */
export function SearchPanel({ conversationId, onJump, onClose }: SearchPanelProps) {
  const [typed, setTyped] = useState('');
  const [day, setDay] = useState('');
  const search = useDebouncedValue(typed);
  return (
    <SidePanel title={t('Search messages')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the rows inside. */}
      <div className="flex flex-col gap-3" onKeyDown={moveRowFocus}>
        <SearchField label={t('Search messages')} maxLength={100} value={typed} onChange={setTyped} />
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (day) onJump(`date:${day}`);
          }}
        >
          <div className="flex-1">
            <DateField label={t('Jump to date')} value={day} onChange={setDay} />
          </div>
          <Button type="submit" size="lg">
            {t('Jump')}
          </Button>
        </form>
        {search.length >= minSearch && (
          <Found conversationId={conversationId} search={search} onJump={onJump} />
        )}
      </div>
    </SidePanel>
  );
}

function Found({
  conversationId,
  search,
  onJump,
}: {
  conversationId: string;
  search: string;
  onJump: (anchor: string) => void;
}) {
  const pages = useInfiniteQuery(foundMessages(search, conversationId));
  const found = pages.data?.pages.flatMap(({ messages }) => messages) ?? [];
  return (
    <PagedList
      pages={pages}
      count={found.length}
      skeleton={<div className="h-16" aria-busy="true" />}
      empty={<p className="py-3 text-soft">{t('No messages found')}</p>}
      failure={{ text: t("Couldn't search the messages.") }}
      more={{ near: 200, size: 'sm' }}
    >
      <ul className="-mx-4">
        {found.map(({ id, seq, sender, excerpt, created_at }) => (
          <li key={id}>
            <button type="button" data-row="" className="conversation" onClick={() => onJump(`seq:${seq}`)}>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span className="conversation-name">{sender.full_name}</span>
                  <RelativeTime at={created_at} className="conversation-time" />
                </span>
                <span className="line-clamp-2 text-sm text-soft [overflow-wrap:anywhere]">{excerpt}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </PagedList>
  );
}
