import { t } from '#contract/i18n/translate.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

interface ChangeRoleDialogProps {
  action: 'make-admin' | 'make-member';
  personName: string;
  spaceName: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a member becomes an admin or stops being one, and explains what changes. */
export function ChangeRoleDialog(props: ChangeRoleDialogProps) {
  const { action, personName, spaceName, pending, onConfirm, onClose } = props;
  const toAdmin = action === 'make-admin';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        toAdmin
          ? t('Make {name} an admin?', { name: personName })
          : t('Remove {name} as admin?', { name: personName })
      }
      description={
        toAdmin
          ? t(
              'Admins can change {space}, moderate posts, and remove or ban members. Only the owner can remove an admin.',
              { space: spaceName },
            )
          : t("They stay in {space} as a member, but can't change settings or moderate anymore.", {
              space: spaceName,
            })
      }
      confirm={toAdmin ? t('Make admin') : t('Make member')}
      variant="primary"
      isPending={pending}
      onConfirm={onConfirm}
    />
  );
}
