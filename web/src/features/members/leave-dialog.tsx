import type { Space } from '#contract/spaces.ts';
import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { useLeaveSpace } from './use-leave-space.ts';

/** Asks before leaving a space. */
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
          ? 'You will need a new invitation to come back. What you wrote stays.'
          : 'You can join again at any time. What you wrote stays.'
      }
      footer={
        <>
          <DialogClose render={<Button>Stay</Button>} />
          <Button variant="danger" loading={leave.isPending} onClick={() => leave.mutate()}>
            Leave space
          </Button>
        </>
      }
    />
  );
}
