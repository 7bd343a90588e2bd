import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Drawer } from '#web/ui/slide-panel.tsx';
import { SpaceList } from './space-list.tsx';

const texts = { search: 'Search', none: 'No spaces available', noMatch: 'No matching spaces found.' };

/** The list of spaces on phones and narrow windows. */
export function SpaceDrawer({ trigger, open, onOpenChange }: PopupProps) {
  return (
    <Drawer trigger={trigger} open={open} onOpenChange={onOpenChange} title="Your Spaces">
      <div className="-mx-4">
        <SpaceList tall texts={texts} onChoose={() => onOpenChange(false)} />
      </div>
    </Drawer>
  );
}
