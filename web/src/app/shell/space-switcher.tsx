import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { SpaceList } from './space-list.tsx';

const texts = { search: 'Search spaces', none: 'No spaces found.', noMatch: 'No spaces found.' };

/** The list of spaces inside a space (document 1, section 2; reading A22). */
export function SpaceSwitcher({ trigger, open, onOpenChange }: PopupProps) {
  return (
    <Popover
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
      title="Your Spaces"
      align="start"
      flush
    >
      <SpaceList ownOnly texts={texts} onChoose={() => onOpenChange(false)} />
    </Popover>
  );
}
