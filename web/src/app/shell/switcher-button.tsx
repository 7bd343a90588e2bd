import { ChevronsUpDown } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { spaceSwitcher } from './popups.ts';
import { SpacesPopup } from './spaces-popup.tsx';

/** Beside a space's name: the way to one's other spaces. */
export function SwitcherButton() {
  return (
    <SpacesPopup
      popup={spaceSwitcher}
      button={
        <IconButton label="Switch between your spaces" size="sm" className="max-lg:hidden">
          <ChevronsUpDown size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
