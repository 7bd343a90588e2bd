import { ALargeSmall, Smile } from 'lucide-react';
import type { RefObject } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { EditorHandle } from '#web/ui/rich-text/rich-text-editor.tsx';
import { emojiMenu } from './lazy-emoji-menu.ts';

interface TextToolsProps {
  editor: RefObject<EditorHandle | null>;
  /** Whether the formatting toolbar is shown. */
  isFormatting: boolean;
  onFormatting: (isShown: boolean) => void;
}

/** Inserts emoji, and shows or hides the formatting toolbar. */
export function TextTools({ editor, isFormatting, onFormatting }: TextToolsProps) {
  return (
    <>
      <IconButton
        label={t('Formatting')}
        className="tool"
        pressed={isFormatting}
        onClick={() => onFormatting(!isFormatting)}
      >
        <ALargeSmall size={20} aria-hidden="true" />
      </IconButton>
      {/* Keyboards of phones have emoji. */}
      <span className="max-md:hidden">
        <LazyPopup
          popup={emojiMenu}
          popupProps={{ onChoose: (emoji) => editor.current?.insertText(emoji) }}
          button={
            <IconButton label={t('Emoji')} className="tool">
              <Smile size={18} aria-hidden="true" />
            </IconButton>
          }
        />
      </span>
    </>
  );
}
