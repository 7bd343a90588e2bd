import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

const inviteDialog = lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog);

interface InviteButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  space: Space;
}

/** A button that shows the invitation link of the space. */
export function InviteButton({ space, ...button }: InviteButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  const preload = () => void inviteDialog.preload();
  return (
    <>
      <Button
        {...button}
        icon={<UserPlus size={18} aria-hidden="true" />}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {t('Invite people')}
      </Button>
      {open !== null && (
        <inviteDialog.Component
          space={space}
          open={open}
          onClose={() => setOpen(false)}
          onLoadFailure={() => setOpen(null)}
        />
      )}
    </>
  );
}
