import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { useLeaveSpace } from './use-leave-space.ts';

const leaveDialog = lazyOverlay(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** Leaves a space after a confirmation. An owner has to transfer the space first. */
export function LeaveButton({ space }: { space: Space }) {
  const leave = useLeaveSpace(space);
  if (!space.membership) return null;
  if (space.permissions.isOwner) {
    return (
      <Button variant="quiet" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('Leave space')}
      </Button>
    );
  }
  return (
    <LazyPopup
      popup={leaveDialog}
      popupProps={{ space }}
      button={<Button variant="quiet">{t('Leave space')}</Button>}
    />
  );
}
