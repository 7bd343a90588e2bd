import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface RemoveDialogProps {
  target: { kind: 'post' | 'comment'; id: string };
  /** The author's name. */
  name: string;
  onOpenChange: (open: boolean) => void;
}

/** Removes someone's content with a reason that they can read. */
export function RemoveDialog({ target, name, onOpenChange }: RemoveDialogProps) {
  const { kind, id } = target;
  return (
    <ReasonDialog
      title={t('{kind, select, post {Remove this post?} other {Remove this comment?}}', { kind })}
      description={t('It will be hidden from everyone. {name} will see your reason.', { name })}
      submitLabel={t('{kind, select, post {Remove post} other {Remove comment}}', { kind })}
      onSubmit={async (reason) => {
        if (kind === 'post') await call('remove_post', { post_id: id, reason });
        else await call('remove_comment', { comment_id: id, reason });
        toast({ title: kind === 'post' ? t('Post removed') : t('Comment removed') });
      }}
      onOpenChange={onOpenChange}
    />
  );
}
