import { ChevronsUpDown } from 'lucide-react';
import { LazyPopup } from '#web/lib/lazy-popup.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { spaceSwitcher } from './popups.ts';
import { usePrepareSpaces } from './use-prepare-spaces.ts';

/** Beside a space's name: the way to one's other spaces. */
export function SwitcherButton() {
  const prepareSpaces = usePrepareSpaces();
  return (
    <LazyPopup
      popup={spaceSwitcher}
      popupProps={{}}
      onPrepare={prepareSpaces}
      button={
        <IconButton label="Switch between your spaces" size="sm" className="max-lg:hidden">
          <ChevronsUpDown size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
