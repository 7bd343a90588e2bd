import { msg, t } from '#contract/i18n/translate.ts';
import { Drawer } from '#web/ui/overlays/slide-panel.tsx';
import { SpaceList } from './space-list.tsx';
import type { SpacesPopupProps } from './spaces-popup.tsx';

const labels = {
  search: msg('Search'),
  none: msg('No spaces available'),
  noMatch: msg('No matching spaces found.'),
};

/** The list of spaces on phones and in narrow windows. */
export function SpaceDrawer({ anchor, open, onOpenChange }: SpacesPopupProps) {
  return (
    <Drawer keepMounted finalFocus={anchor} open={open} onOpenChange={onOpenChange} title={t('Your Spaces')}>
      <div className="-mx-4">
        <SpaceList isOpen={open} tall labels={labels} onChoose={() => onOpenChange(false)} />
      </div>
    </Drawer>
  );
}
