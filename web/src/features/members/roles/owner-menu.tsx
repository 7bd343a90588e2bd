import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** What only the owner can do with the members of a space. */
export function OwnerMenu({ space, ...popup }: PopupProps & { space: Space }) {
  const [isTransferring, setTransferring] = useState(false);
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<KeyRound size={18} aria-hidden="true" />} onSelect={() => setTransferring(true)}>
          {t('Transfer ownership')}
        </MenuItem>
      </Menu>
      <TransferDialog space={space} open={isTransferring} onOpenChange={setTransferring} />
    </>
  );
}
