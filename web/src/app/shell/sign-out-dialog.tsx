import { t } from '#contract/i18n/translate.ts';
import { signOut, useViewer } from '#web/features/auth/index.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

/** Asks before messages and comments that couldn't be sent are deleted. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Log out with unsent messages?')}
      description={t("Some messages or comments haven't been sent yet. If you log out now, they're deleted.")}
      confirm={t('Log out')}
      onConfirm={() => void signOut(viewer?.id)}
    />
  );
}
