import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';

const leaveDialog = lazyOverlay(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** Leaves a space after a confirmation. Owners don't see it: they have to transfer the space first. */
export function LeaveButton({ space }: { space: Space }) {
  if (!space.membership || space.permissions.isOwner) return null;
  return (
    <LazyPopup popup={leaveDialog} popupProps={{ space }} button={<Button>{t('Leave space')}</Button>} />
  );
}
