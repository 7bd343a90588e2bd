import '#web/styles/lazy/writing.css';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { commonEmoji } from './emoji.ts';

export interface EmojiMenuProps {
  onChoose: (emoji: string) => void;
}

/** A choice of emoji; stays open for more than one. */
export function EmojiMenu({ onChoose, ...popup }: PopupProps & EmojiMenuProps) {
  return (
    <Popover {...popup} title={t('Emoji')} titleHidden align="start">
      <div className="emoji-grid">
        {commonEmoji.map((one) => (
          <button key={one} type="button" onClick={() => onChoose(one)}>
            {one}
          </button>
        ))}
      </div>
    </Popover>
  );
}
