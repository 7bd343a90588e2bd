import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useLeaveSpace } from './use-leave-space.ts';

/** Asks for confirmation before leaving a space. */
export function LeaveDialog({ space, ...popup }: PopupProps & { space: Space }) {
  const leave = useLeaveSpace(space, () => popup.onOpenChange(false));
  return (
    <ConfirmDialog
      {...popup}
      title={t('Leave {space}?', { space: space.name })}
      description={
        space.is_private
          ? t("You'll need a new invitation to rejoin. Your posts stay.")
          : t('You can join again at any time. Your posts stay.')
      }
      confirm={t('Leave space')}
      isPending={leave.isPending}
      onConfirm={() => leave.mutate()}
    />
  );
}
