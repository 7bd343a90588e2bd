import type { Comment } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { ReactionKind } from '#contract/values/reactions.ts';
import { removeDialog, reportDialog } from '#web/features/moderation/index.ts';
import { reactorsDialog } from '#web/features/reactions/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useDeleteComment } from './use-delete-comment.ts';

const versionsDialog = lazyComponent(
  async () => (await import('./comment-versions-dialog.tsx')).CommentVersionsDialog,
);

export type CommentDialog = 'delete' | 'remove' | 'report' | 'versions' | { reactors: ReactionKind };

interface CommentMenuDialogsProps {
  comment: Comment;
  space: Space;
  /** The open dialog. */
  dialog: CommentDialog | null;
  onClose: () => void;
}

/** The dialogs that the menu of a comment opens. */
export function CommentMenuDialogs({ comment, space, dialog, onClose }: CommentMenuDialogsProps) {
  const remove = useDeleteComment();
  const target = { kind: 'comment', id: comment.id } as const;
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  const lazy = { onOpenChange, onLoadFailure: onClose };
  return (
    <>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={onOpenChange}
        title={t('Delete this comment?')}
        description={t("This can't be undone. Replies stay visible.")}
        confirm={t('Delete comment')}
        onConfirm={() => {
          onClose();
          remove.mutate(comment.id);
        }}
      />
      {dialog === 'report' && (
        <reportDialog.Component target={target} space={space} author={comment.author} {...lazy} />
      )}
      {dialog === 'remove' && (
        <removeDialog.Component target={target} name={comment.author.full_name} {...lazy} />
      )}
      {typeof dialog === 'object' && dialog && (
        <reactorsDialog.Component target="comment" id={comment.id} kind={dialog.reactors} open {...lazy} />
      )}
      {dialog === 'versions' && <versionsDialog.Component commentId={comment.id} {...lazy} />}
    </>
  );
}
