import '#web/styles/lazy/writing.css';
import { useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxMessageEmoji } from '#contract/values/limits.ts';
import { commonEmoji } from '#web/features/composer/index.ts';
import { setReaction } from '#web/features/reactions/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';

/** The emoji that people react with most, shown first. */
const quick = ['👍', '❤️', '😂', '😮', '😢', '🙏', '🔥', '🎉'];
const emoji = [...quick, ...commonEmoji.filter((one) => !quick.includes(one))];

export interface ReactionMenuProps {
  message: Message;
}

/** Chooses an emoji as a reaction to a message; one that was given already is taken back. */
export function ReactionMenu({ message, ...popup }: PopupProps & ReactionMenuProps) {
  const client = useQueryClient();
  const { id, my_reactions, reaction_counts: counts } = message;
  const isFull = Object.keys(counts).length >= maxMessageEmoji;
  return (
    <Popover {...popup} title={t('Reaction')} titleHidden align="end">
      <div className="emoji-grid">
        {emoji.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={my_reactions.includes(one)}
            disabled={isFull && counts[one] === undefined}
            onClick={() => {
              popup.onOpenChange(false);
              void setReaction(client, { target: 'message', id, kind: one }, !my_reactions.includes(one));
            }}
          >
            {one}
          </button>
        ))}
      </div>
    </Popover>
  );
}
