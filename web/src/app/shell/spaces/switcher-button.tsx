import { ChevronsUpDown } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { spaceSwitcher } from '../popups.ts';
import { SpacesPopup } from './spaces-popup.tsx';

/** Opens the viewer's other spaces, next to the name of a space. */
export function SwitcherButton() {
  return (
    <SpacesPopup
      popup={spaceSwitcher}
      button={
        <IconButton label={t('Switch between your spaces')} size="sm" className="max-lg:hidden">
          <ChevronsUpDown size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
