import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';

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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      size="sm"
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
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="primary" loading={pending} onClick={onConfirm}>
            {toAdmin ? t('Make admin') : t('Make member')}
          </Button>
        </>
      }
    />
  );
}
