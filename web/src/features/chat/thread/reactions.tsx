import '#web/styles/lazy/chat.css';
import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { reactorsPopup, setReaction } from '#web/features/reactions/index.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { useMessageContext } from './thread-context.ts';

/** The emoji on a message with their counts. Pressing one gives it or takes it back; in groups, its count lists who gave it. */
export function Reactions({ message }: { message: Message }) {
  const client = useQueryClient();
  const { isGroup } = useMessageContext();
  const { id, reaction_counts, my_reactions } = message;
  const reactions = Object.entries(reaction_counts).filter(([, count]) => count > 0);
  if (reactions.length === 0) return null;
  return (
    <ul className="reactions" aria-label={t('Reactions')}>
      {reactions.map(([emoji, count]) => {
        const has = my_reactions.includes(emoji);
        const key = { target: 'message', id, kind: emoji } as const;
        return (
          <li key={emoji} className="reaction" data-mine={has ? '' : undefined}>
            <button
              type="button"
              aria-pressed={has}
              aria-label={t('{reaction}, {count, plural, one {# person} other {# people}}', {
                reaction: emoji,
                count,
              })}
              onClick={() => void setReaction(client, key, !has)}
            >
              {emoji}
              {!isGroup && count > 1 && <span className="reaction-count">{count}</span>}
            </button>
            {isGroup && (
              <LazyPopup
                popup={reactorsPopup}
                popupProps={key}
                button={
                  <button
                    type="button"
                    className="reaction-count"
                    aria-label={t('Who reacted with {emoji}', { emoji })}
                  >
                    {count}
                  </button>
                }
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
