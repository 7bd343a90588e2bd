import { t } from '#contract/i18n/translate.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

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
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        action === 'ban' ? t('Ban {name}?', { name: personName }) : t('Remove {name}?', { name: personName })
      }
      description={
        action === 'ban'
          ? t(
              "{name} loses access to {space} right away and can't rejoin until unbanned. Their posts stay.",
              { name: personName, space: spaceName },
            )
          : t(
              '{name} loses access to {space} right away, but can join or ask to join again. Their posts stay.',
              { name: personName, space: spaceName },
            )
      }
      confirm={action === 'ban' ? t('Ban') : t('Remove')}
      isPending={pending}
      onConfirm={onConfirm}
    />
  );
}
