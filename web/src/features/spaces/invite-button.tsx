import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

const inviteDialog = lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog);
const preload = () => void inviteDialog.preload();

interface InviteButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'block' | 'className'> {
  space: Space;
}

/** Opens the invite link of a space. */
export function InviteButton({ space, ...look }: InviteButtonProps) {
  // Null until first opened: the link needs the address bar, which the server doesn't have.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        {...look}
        icon={<UserPlus size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {t('Invite people')}
      </Button>
      {isOpen !== null && (
        <inviteDialog.Component
          space={space}
          open={isOpen}
          onClose={() => setOpen(false)}
          onLoadFailure={() => setOpen(null)}
        />
      )}
    </>
  );
}
