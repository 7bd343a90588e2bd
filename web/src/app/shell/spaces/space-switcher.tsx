import { msg, t } from '#contract/i18n/translate.ts';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { SpaceList } from './space-list.tsx';
import type { SpacesPopupProps } from './spaces-popup.tsx';

const labels = {
  search: msg('Search spaces'),
  none: msg('No spaces found.'),
  noMatch: msg('No spaces found.'),
};

/** The list of spaces inside a space. */
export function SpaceSwitcher({ anchor, open, onOpenChange }: SpacesPopupProps) {
  return (
    <Popover
      anchor={anchor}
      keepMounted
      open={open}
      onOpenChange={onOpenChange}
      title={t('Your Spaces')}
      align="start"
      flush
    >
      <SpaceList isOpen={open} mineOnly labels={labels} onChoose={() => onOpenChange(false)} />
    </Popover>
  );
}
