import { EyeOff, Flag, Heart, History, Link2, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { removeDialog, reportDialog } from '#web/features/moderation/index.ts';
import { likersDialog } from '#web/features/reactions/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useDeleteComment } from './use-delete-comment.ts';

const versionsDialog = lazyComponent(
  async () => (await import('./comment-versions-dialog.tsx')).CommentVersionsDialog,
);

export interface CommentMenuProps {
  comment: Comment;
  space: Space;
  viewerId: string | null;
  onEdit: () => void;
}
type OpenDialog = 'delete' | 'remove' | 'report' | 'likers' | 'versions' | null;

const icon = { size: 18, 'aria-hidden': true } as const;

/** Menu of a comment: everything except liking and replying. */
export function CommentMenu({ comment, space, viewerId, onEdit, ...popup }: PopupProps & CommentMenuProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const remove = useDeleteComment();
  const isOwn = viewerId === comment.user_id;
  const isModerator = space.permissions.canEditSpace;
  const dismiss = () => setOpenDialog(null);
  const close = (open: boolean) => {
    if (!open) dismiss();
  };
  const copyLink = () => {
    const address = new URL(window.location.href);
    address.search = `?highlight_comment=${comment.id}`;
    address.hash = '';
    return copyWithToast(address.href, {
      copied: t('Link copied'),
      failed: { title: t("Couldn't copy the link"), description: address.href },
    });
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          {t('Copy link')}
        </MenuItem>
        {comment.like_count > 0 && (
          <MenuItem icon={<Heart {...icon} />} onSelect={() => setOpenDialog('likers')}>
            {t('{count, plural, one {Liked by # person} other {Liked by {total} people}}', {
              count: comment.like_count,
              total: toCount(comment.like_count),
            })}
          </MenuItem>
        )}
        {isOwn && space.membership && (
          <MenuItem icon={<PenLine {...icon} />} onSelect={onEdit}>
            {t('Edit')}
          </MenuItem>
        )}
        {comment.edited_at && (isOwn || isModerator) && (
          <MenuItem icon={<History {...icon} />} onSelect={() => setOpenDialog('versions')}>
            {t('Edit history')}
          </MenuItem>
        )}
        {!isOwn && space.membership && (
          <MenuItem icon={<Flag {...icon} />} onSelect={() => setOpenDialog('report')}>
            {t('Report')}
          </MenuItem>
        )}
        {isOwn ? (
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setOpenDialog('delete')}>
            {t('Delete comment')}
          </MenuItem>
        ) : (
          isModerator && (
            <MenuItem danger icon={<EyeOff {...icon} />} onSelect={() => setOpenDialog('remove')}>
              {t('Remove comment')}
            </MenuItem>
          )
        )}
      </Menu>
      <Dialog
        open={openDialog === 'delete'}
        onOpenChange={close}
        role="alertdialog"
        size="sm"
        title={t('Delete this comment?')}
        description={t("This can't be undone. Replies stay visible.")}
        footer={
          <>
            <DialogClose render={<Button>{t('Cancel')}</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setOpenDialog(null);
                remove.mutate(comment.id);
              }}
            >
              {t('Delete comment')}
            </Button>
          </>
        }
      />
      {openDialog === 'report' && (
        <reportDialog.Component
          target={{ kind: 'comment', id: comment.id }}
          space={space}
          author={comment.author}
          onOpenChange={close}
          onLoadFailure={dismiss}
        />
      )}
      {openDialog === 'remove' && (
        <removeDialog.Component
          target={{ kind: 'comment', id: comment.id }}
          name={comment.author.full_name}
          onOpenChange={close}
          onLoadFailure={dismiss}
        />
      )}
      {openDialog === 'likers' && (
        <likersDialog.Component
          kind="comment"
          id={comment.id}
          open
          onOpenChange={close}
          onLoadFailure={dismiss}
        />
      )}
      {openDialog === 'versions' && (
        <versionsDialog.Component commentId={comment.id} onOpenChange={close} onLoadFailure={dismiss} />
      )}
    </>
  );
}
