import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';

interface EndMembershipDialogProps {
  action: 'remove' | 'ban';
  personName: string;
  spaceName: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a member is removed or banned. */
export function EndMembershipDialog(props: EndMembershipDialogProps) {
  const { action, personName, spaceName, pending, onConfirm, onClose } = props;
  const verb = action === 'ban' ? t('Ban') : t('Remove');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      size="sm"
      title={`${verb} ${personName}?`}
      description={
        action === 'ban'
          ? t(
              "{personName} loses access to {spaceName} right away and can't rejoin until unbanned. Their posts stay.",
              { personName, spaceName },
            )
          : t(
              '{personName} loses access to {spaceName} right away, but can join or ask to join again. Their posts stay.',
              { personName, spaceName },
            )
      }
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="danger" loading={pending} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    />
  );
}
