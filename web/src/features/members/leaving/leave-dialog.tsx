import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { useLeaveSpace } from './use-leave-space.ts';

/** Asks for confirmation before leaving a space. */
export function LeaveDialog({ space, ...popup }: PopupProps & { space: Space }) {
  const leave = useLeaveSpace(space);
  return (
    <Dialog
      {...popup}
      role="alertdialog"
      size="sm"
      title={t('Leave {space}?', { space: space.name })}
      description={
        space.is_private
          ? t("You'll need a new invitation to rejoin. Your posts stay.")
          : t('You can join again at any time. Your posts stay.')
      }
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="danger" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('Leave space')}
          </Button>
        </>
      }
    />
  );
}
