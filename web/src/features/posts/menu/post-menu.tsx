import { EyeOff, Flag, Link2, MessageCircle, MessageCircleOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { removeDialog, reportDialog } from '#web/features/moderation/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { PostHistory } from '../history/post-history.tsx';
import { PinMenuItem } from './pin-menu-item.tsx';
import { PostEditItems } from './post-edit-items.tsx';
import { useCloseComments } from './use-close-comments.ts';
import { useDeletePost } from './use-delete-post.ts';

export interface PostMenuProps {
  post: Post;
  space: Space;
  viewerId: string | null;
}
type OpenDialog = 'delete' | 'remove' | 'report' | null;

const icon = { size: 18, 'aria-hidden': true } as const;

/** Menu of a post: everything except liking and commenting. */
export function PostMenu({ post, space, viewerId, ...popup }: PopupProps & PostMenuProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [history, setHistory] = useState(false);
  const remove = useDeletePost();
  const closeComments = useCloseComments();
  const isOwn = viewerId === post.user_id;
  const isModerator = space.permissions.canEditSpace;
  const target = { kind: 'post', id: post.id } as const;
  const dismiss = () => setOpenDialog(null);
  const close = (open: boolean) => {
    if (!open) dismiss();
  };
  const copyLink = () => {
    const address = new URL(`/${space.subdomain}/post/${post.slug}`, window.location.origin).href;
    return copyWithToast(address, {
      copied: t('Link copied'),
      failed: { title: t("Couldn't copy the link"), description: address },
    });
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          {t('Copy link')}
        </MenuItem>
        <PostEditItems postId={post.id} space={space} onHistory={() => setHistory(true)} />
        {isModerator && <PinMenuItem postId={post.id} />}
        {isModerator && (
          <MenuItem
            icon={post.comments_closed ? <MessageCircle {...icon} /> : <MessageCircleOff {...icon} />}
            onSelect={() => closeComments.mutate({ id: post.id, closed: !post.comments_closed })}
          >
            {post.comments_closed ? t('Turn on comments') : t('Turn off comments')}
          </MenuItem>
        )}
        {!isOwn && space.membership && (
          <MenuItem icon={<Flag {...icon} />} onSelect={() => setOpenDialog('report')}>
            {t('Report')}
          </MenuItem>
        )}
        {isOwn ? (
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setOpenDialog('delete')}>
            {t('Delete post')}
          </MenuItem>
        ) : (
          isModerator && (
            <MenuItem danger icon={<EyeOff {...icon} />} onSelect={() => setOpenDialog('remove')}>
              {t('Remove post')}
            </MenuItem>
          )
        )}
      </Menu>
      <PostHistory postId={post.id} open={history} onOpenChange={setHistory} />
      <Dialog
        open={openDialog === 'delete'}
        onOpenChange={close}
        role="alertdialog"
        size="sm"
        title={t('Delete this post?')}
        description={t("This can't be undone. Comments stay visible.")}
        footer={
          <>
            <DialogClose render={<Button>{t('Cancel')}</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setOpenDialog(null);
                remove.mutate(post.id);
              }}
            >
              {t('Delete post')}
            </Button>
          </>
        }
      />
      {openDialog === 'report' && (
        <reportDialog.Component
          target={target}
          space={space}
          author={post.author}
          onOpenChange={close}
          onLoadFailure={dismiss}
        />
      )}
      {openDialog === 'remove' && (
        <removeDialog.Component
          target={target}
          name={post.author.full_name}
          onOpenChange={close}
          onLoadFailure={dismiss}
        />
      )}
    </>
  );
}
