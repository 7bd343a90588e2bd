import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { AttachmentView } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { commentVersions } from './comments.api.ts';

interface CommentVersionsDialogProps {
  commentId: string;
  onOpenChange: (open: boolean) => void;
}

/** Earlier versions of a comment, for its author and moderators. */
export function CommentVersionsDialog({ commentId, onOpenChange }: CommentVersionsDialogProps) {
  const versions = useQuery({ ...commentVersions(commentId), staleTime: 0 });
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Edit history')}
      description={t('Only the author and moderators can see earlier versions.')}
    >
      {versions.isPending && <Skeleton width="70%" />}
      {versions.isError && (
        <div className="py-6 text-center">
          <p className="mb-3 text-soft">{toMessage(versions.error, t("Couldn't load the edit history."))}</p>
          <Button onClick={() => void versions.refetch()}>{t('Try again')}</Button>
        </div>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {versions.data?.versions.map((version) => (
          <li key={version.id} className="py-3 first:pt-0">
            <RelativeTime at={version.written_at} className="text-sm text-faint" />
            <RichTextView html={version.body} size="compact" className="mt-1" />
            {version.attachment && <AttachmentView attachment={version.attachment} />}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
