import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { removeDialog, reportDialog } from '#web/features/moderation/index.ts';
import { mutePostDialog } from '#web/features/notifications/index.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { PostHistory } from '../history/post-history.tsx';
import { useDeletePost } from './use-delete-post.ts';

export type PostDialog = 'history' | 'delete' | 'remove' | 'report' | 'mute';

interface PostMenuDialogsProps {
  post: Post;
  space: Space;
  /** The open dialog. */
  dialog: PostDialog | null;
  onClose: () => void;
}

/** The dialogs that the menu of a post opens. */
export function PostMenuDialogs({ post, space, dialog, onClose }: PostMenuDialogsProps) {
  const remove = useDeletePost();
  const target = { kind: 'post', id: post.id } as const;
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  const lazy = { onOpenChange, onLoadFailure: onClose };
  return (
    <>
      <PostHistory postId={post.id} open={dialog === 'history'} onOpenChange={onOpenChange} />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={onOpenChange}
        title={t('Delete this post?')}
        description={t("This can't be undone. Comments stay visible.")}
        confirm={t('Delete post')}
        onConfirm={() => {
          onClose();
          remove.mutate(post.id);
        }}
      />
      {dialog === 'mute' && (
        <mutePostDialog.Component postId={post.id} onClose={onClose} onLoadFailure={onClose} />
      )}
      {dialog === 'report' && (
        <reportDialog.Component target={target} space={space} author={post.author} {...lazy} />
      )}
      {dialog === 'remove' && (
        <removeDialog.Component target={target} name={post.author.full_name} {...lazy} />
      )}
    </>
  );
}
