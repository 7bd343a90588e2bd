import { Link2, MessageCircle, MessageCircleOff } from 'lucide-react';
import { useState } from 'react';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { ContentMenuItems } from '#web/features/moderation/index.ts';
import { MutePostMenuItem } from '#web/features/notifications/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyLinkWithToast } from '#web/lib/text/copy-text.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { PinMenuItem } from './pin-menu-item.tsx';
import { PostEditItems } from './post-edit-items.tsx';
import { type PostDialog, PostMenuDialogs } from './post-menu-dialogs.tsx';
import { useCloseComments } from './use-close-comments.ts';

export interface PostMenuProps {
  post: Post;
  space: Space;
  viewerId: string | null;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** Menu of a post: everything except liking and commenting. */
export function PostMenu({ post, space, viewerId, ...popup }: PopupProps & PostMenuProps) {
  const [dialog, setDialog] = useState<PostDialog | null>(null);
  const closeComments = useCloseComments();
  const isOwn = viewerId === post.user_id;
  const isModerator = space.permissions.canEditSpace;
  const copyLink = () => {
    const address = new URL(`/${space.subdomain}/post/${post.slug}`, window.location.origin).href;
    return copyLinkWithToast(address);
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          {t('Copy link')}
        </MenuItem>
        {space.membership && (
          <MutePostMenuItem postId={post.id} isOpen={popup.open} onMute={() => setDialog('mute')} />
        )}
        <PostEditItems postId={post.id} space={space} onHistory={() => setDialog('history')} />
        {isModerator && <PinMenuItem postId={post.id} />}
        {isModerator && (
          <MenuItem
            icon={post.comments_closed ? <MessageCircle {...icon} /> : <MessageCircleOff {...icon} />}
            onSelect={() => closeComments.mutate({ id: post.id, closed: !post.comments_closed })}
          >
            {post.comments_closed ? t('Turn on comments') : t('Turn off comments')}
          </MenuItem>
        )}
        <ContentMenuItems
          space={space}
          isOwn={isOwn}
          labels={{ delete: t('Delete post'), remove: t('Remove post') }}
          onOpen={setDialog}
        />
      </Menu>
      <PostMenuDialogs post={post} space={space} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
