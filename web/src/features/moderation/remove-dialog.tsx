import { call } from '#web/lib/api-client.ts';
import { toast } from '#web/ui/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface RemoveDialogProps {
  thing: { kind: 'post' | 'comment'; id: string };
  /** Whose it is. */
  name: string;
  onOpenChange: (open: boolean) => void;
}

/** Takes down what somebody wrote, with a reason that they read. */
export function RemoveDialog({ thing, name, onOpenChange }: RemoveDialogProps) {
  return (
    <ReasonDialog
      title={`Remove this ${thing.kind}?`}
      description={`Nobody in the space can read it afterwards. ${name} sees your reason in its place.`}
      submitLabel={`Remove ${thing.kind}`}
      onSubmit={async (reason) => {
        if (thing.kind === 'post') await call('remove_post', { post_id: thing.id, reason });
        else await call('remove_comment', { comment_id: thing.id, reason });
        toast({ title: thing.kind === 'post' ? 'Post removed' : 'Comment removed' });
      }}
      onOpenChange={onOpenChange}
    />
  );
}
