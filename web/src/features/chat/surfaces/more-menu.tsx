import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

/** What else can be done with what the header shows. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton label={t('More options')}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
