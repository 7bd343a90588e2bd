import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { SpaceList } from './space-list.tsx';

const texts = {
  search: 'Search spaces',
  none: 'No spaces available',
  noMatch: 'No matching spaces found.',
};

/** The header's list of spaces. */
export function SpaceDropdown({ trigger, open, onOpenChange }: PopupProps) {
  return (
    <Popover
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
      title="Your Spaces"
      titleHidden
      align="start"
      flush
    >
      <SpaceList texts={texts} onChoose={() => onOpenChange(false)} />
    </Popover>
  );
}
