import type { Space } from '#contract/spaces.ts';
import type { PopupProps } from '#web/lib/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { useLeaveSpace } from './use-leave-space.ts';

/** Asks for confirmation before leaving a space. */
export function LeaveDialog({ space, ...popup }: PopupProps & { space: Space }) {
  const leave = useLeaveSpace(space);
  return (
    <Dialog
      {...popup}
      role="alertdialog"
      size="sm"
      title={`Leave ${space.name}?`}
      description={
        space.is_private
          ? "You'll need a new invitation to rejoin. Your posts stay."
          : 'You can join again at any time. Your posts stay.'
      }
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button variant="danger" loading={leave.isPending} onClick={() => leave.mutate()}>
            Leave space
          </Button>
        </>
      }
    />
  );
}
