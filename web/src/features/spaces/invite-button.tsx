import { UserPlus } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { preloadInviteDialog, useInviteDialog } from './use-invite-dialog.tsx';

interface InviteButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'block' | 'className'> {
  space: Space;
}

/** Opens the invite link of a space. */
export function InviteButton({ space, ...look }: InviteButtonProps) {
  const dialog = useInviteDialog(space);
  return (
    <>
      <Button
        {...look}
        icon={<UserPlus size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={preloadInviteDialog}
        onFocus={preloadInviteDialog}
        onClick={dialog.open}
      >
        {t('Invite people')}
      </Button>
      {dialog.element}
    </>
  );
}
