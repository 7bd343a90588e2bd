import type { Space } from '#contract/spaces.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { useLeaveSpace } from './use-leave-space.ts';

/** The way out of a space, after a question. The owner has none. */
export function LeaveButton({ space }: { space: Space }) {
  const leave = useLeaveSpace(space);
  if (!space.membership || space.permissions.isOwner) return null;
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={`Leave ${space.name}?`}
      description={
        space.is_private
          ? 'You will need a new invitation to come back. What you wrote stays.'
          : 'You can join again at any time. What you wrote stays.'
      }
      trigger={<Button variant="quiet">Leave space</Button>}
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
