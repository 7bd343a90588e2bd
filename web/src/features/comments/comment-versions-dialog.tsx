import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { AttachmentView } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { toParagraphs } from '#web/lib/text/rich-text.ts';
import { TextVersion } from '#web/lib/text/text-version.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { commentVersions } from './comments.api.ts';

interface CommentVersionsDialogProps {
  commentId: string;
  onOpenChange: (open: boolean) => void;
}

/** The server returns at most this many earlier versions, the latest ones. */
const maxVersions = 50;

const getText = (html: string) => toParagraphs(html).join('\n');

/** All versions of a comment, each compared with the one before; for its author and moderators. */
export function CommentVersionsDialog({ commentId, onOpenChange }: CommentVersionsDialogProps) {
  const comment = useEntity('comment', commentId);
  const versions = useQuery({ ...commentVersions(commentId), staleTime: 0 });
  const earlier = versions.data?.versions ?? [];
  const current = comment && { ...comment, written_at: comment.edited_at ?? comment.created_at };
  const all = current && versions.data ? [current, ...earlier] : earlier;
  // The first version was written with the comment. Without it, the numbers of the others aren't known.
  const isCut = earlier.length >= maxVersions && earlier.at(-1)?.written_at !== comment?.created_at;
  const toLabel = (id: string, index: number) => {
    if (id === commentId) return t('Current version');
    return isCut ? t('Earlier version') : t('Version {revision}', { revision: all.length - index });
  };
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
      <ol className="flex flex-col gap-6">
        {all.map(({ id, body, attachment, written_at }, index) => {
          const before = all[index + 1];
          return (
            <li key={id} className="flex flex-col gap-2">
              <TextVersion
                label={toLabel(id, index)}
                at={written_at}
                text={getText(body)}
                before={before ? getText(before.body) : null}
              >
                <RichTextView html={body} size="compact" />
              </TextVersion>
              {attachment && <AttachmentView attachment={attachment} />}
            </li>
          );
        })}
      </ol>
      {isCut && <p className="mt-6 text-sm text-soft">{t("Older versions aren't shown.")}</p>}
    </Dialog>
  );
}
