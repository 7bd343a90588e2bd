import type { Space } from '#contract/spaces.ts';
import { LazyPopup, loadLater } from '#web/lib/lazy-popup.tsx';
import { Button } from '#web/ui/button.tsx';

const leaveDialog = loadLater(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** The way out of a space, after a question. The owner has none. */
export function LeaveButton({ space }: { space: Space }) {
  if (!space.membership || space.permissions.isOwner) return null;
  return (
    <LazyPopup
      popup={leaveDialog}
      popupProps={{ space }}
      button={<Button variant="quiet">Leave space</Button>}
    />
  );
}
