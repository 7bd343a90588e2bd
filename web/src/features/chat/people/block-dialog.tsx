import { t } from '#contract/i18n/translate.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useBlock } from './use-block.ts';

interface BlockDialogProps {
  person: { user_id: string; full_name: string };
  onClose: () => void;
  onBlocked?: () => void;
}

/** Asks before a person is blocked. */
export function BlockDialog({ person, onClose, onBlocked }: BlockDialogProps) {
  const block = useBlock();
  const name = person.full_name;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Block {name}?', { name })}
      description={t(
        "You won't be able to message each other or see each other online. {name} won't be notified.",
        { name },
      )}
      confirm={t('Block')}
      isPending={block.isPending}
      onConfirm={() =>
        block.mutate(
          { userId: person.user_id, isBlocked: true },
          {
            onSuccess: () => {
              onClose();
              onBlocked?.();
            },
          },
        )
      }
    />
  );
}
