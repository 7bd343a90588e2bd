import { ChevronsUpDown } from 'lucide-react';
import { LazyPopup } from '#web/lib/lazy-popup.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { spaceSwitcher } from './popups.ts';

/** Beside a space's name: the way to one's other spaces. */
export function SwitcherButton() {
  return (
    <LazyPopup
      popup={spaceSwitcher}
      popupProps={{}}
      button={
        <IconButton label="Switch between your spaces" size="sm" className="max-lg:hidden">
          <ChevronsUpDown size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
