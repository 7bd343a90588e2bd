import { msg, t } from '#contract/i18n/translate.ts';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { SpaceList } from './space-list.tsx';
import type { SpacesPopupProps } from './spaces-popup.tsx';

const labels = {
  search: msg('Search spaces'),
  none: msg('No spaces available'),
  noMatch: msg('No matching spaces found.'),
};

/** The header's list of spaces. */
export function SpaceDropdown({ anchor, open, onOpenChange }: SpacesPopupProps) {
  return (
    <Popover
      anchor={anchor}
      keepMounted
      open={open}
      onOpenChange={onOpenChange}
      title={t('Your Spaces')}
      titleHidden
      align="start"
      flush
    >
      <SpaceList isOpen={open} labels={labels} onChoose={() => onOpenChange(false)} />
    </Popover>
  );
}
