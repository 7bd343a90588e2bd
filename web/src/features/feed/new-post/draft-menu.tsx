import { Trash2 } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';

export interface DraftMenuProps {
  onDiscard: () => void;
}

/** What else can be done with the draft of a post. */
export function DraftMenu({ onDiscard, ...popup }: PopupProps & DraftMenuProps) {
  return (
    <Menu {...popup}>
      <MenuItem icon={<Trash2 size={18} aria-hidden="true" />} danger onSelect={onDiscard}>
        {t('Discard draft')}
      </MenuItem>
    </Menu>
  );
}
