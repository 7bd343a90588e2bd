import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';

interface EndMembershipDialogProps {
  act: 'remove' | 'ban';
  personName: string;
  spaceName: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before someone is removed or banned, by name. */
export function EndMembershipDialog(props: EndMembershipDialogProps) {
  const { act, personName, spaceName, pending, onConfirm, onClose } = props;
  const verb = act === 'ban' ? 'Ban' : 'Remove';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      size="sm"
      title={`${verb} ${personName}?`}
      description={
        act === 'ban'
          ? `${personName} loses access to ${spaceName} at once and cannot join again until you lift the ban. What they wrote stays.`
          : `${personName} loses access to ${spaceName} at once. They may join or ask again. What they wrote stays.`
      }
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <Button variant="danger" loading={pending} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    />
  );
}
