import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message, MessageReaction } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { reactorPages } from '../messages/messages.api.ts';
import { useReact } from '../messages/use-message-actions.ts';
import { useThread } from './thread-context.ts';

/** The emoji on a message with their counts. Pressing one gives it or takes it back; in groups, a press on the count lists who. */
export function Reactions({ message }: { message: Message }) {
  const { viewerId, conversation } = useThread();
  const react = useReact(viewerId);
  const [listed, setListed] = useState<string | null>(null);
  const { id, reactions, my_reactions } = message;
  if (reactions.length === 0) return null;
  return (
    <>
      <ul className="reactions" aria-label={t('Reactions')}>
        {reactions.map(({ emoji, count }: MessageReaction) => {
          const has = my_reactions.includes(emoji);
          return (
            <li key={emoji} className="reaction" data-mine={has ? '' : undefined}>
              <button
                type="button"
                aria-pressed={has}
                aria-label={t('{emoji}, {count, plural, one {# person} other {# people}}', { emoji, count })}
                onClick={() => react.mutate({ id, emoji, has: !has })}
              >
                {emoji}
                {!conversation.is_group && count > 1 && <span className="reaction-count">{count}</span>}
              </button>
              {conversation.is_group && (
                <button
                  type="button"
                  className="reaction-count"
                  aria-haspopup="dialog"
                  aria-label={t('Who reacted with {emoji}', { emoji })}
                  onClick={() => setListed(emoji)}
                >
                  {count}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {listed !== null && <ReactorsDialog messageId={id} emoji={listed} onClose={() => setListed(null)} />}
    </>
  );
}

function ReactorsDialog({
  messageId,
  emoji,
  onClose,
}: {
  messageId: string;
  emoji: string;
  onClose: () => void;
}) {
  const pages = useInfiniteQuery({ ...reactorPages(messageId, emoji), staleTime: 0 });
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={t('Reacted with {emoji}', { emoji })}>
      <PagedList
        pages={pages}
        count={people.length}
        skeleton={<div className="h-24" aria-busy="true" />}
        empty={<p className="text-soft">{t('No one yet.')}</p>}
        failure={{ text: t('Please try again.') }}
        more={{ size: 'sm' }}
      >
        <ul className="flex flex-col gap-3">
          {people.map((person) => (
            <li key={person.id} className="flex items-center gap-3">
              <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />
              <span className="min-w-0 truncate">{person.full_name}</span>
            </li>
          ))}
        </ul>
      </PagedList>
    </Dialog>
  );
}
