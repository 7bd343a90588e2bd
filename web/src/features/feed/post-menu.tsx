import { EyeOff, Flag, Link2, MessageCircle, MessageCircleOff, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Post } from '#contract/feed.ts';
import type { Space } from '#contract/spaces.ts';
import { loadRemoveDialog, loadReportDialog } from '#web/features/moderation/index.ts';
import { copyAndSay } from '#web/lib/copy-text.ts';
import type { PopupProps } from '#web/lib/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { PinMenuItem } from './pin-menu-item.tsx';
import { PostEditItems } from './post-edit-items.tsx';
import { PostHistory } from './post-history.tsx';
import { useCloseComments } from './use-close-comments.ts';
import { useDeletePost } from './use-delete-post.ts';

const ReportDialog = lazy(loadReportDialog);
const RemoveDialog = lazy(loadRemoveDialog);

export interface PostMenuProps {
  post: Post;
  space: Space;
  viewerId: string | null;
}
type JoinRequested = 'delete' | 'remove' | 'report' | null;

const icon = { size: 18, 'aria-hidden': true } as const;

/** What can be done with a post besides liking and commenting. */
export function PostMenu({ post, space, viewerId, ...popup }: PopupProps & PostMenuProps) {
  const [requested, setRequested] = useState<JoinRequested>(null);
  const [history, setHistory] = useState(false);
  const remove = useDeletePost();
  const closeComments = useCloseComments();
  const isOwn = viewerId === post.user_id;
  const runs = space.permissions.canEditSpace;
  const target = { kind: 'post', id: post.id } as const;
  const close = (open: boolean) => {
    if (!open) setRequested(null);
  };
  const copyLink = () => {
    const address = new URL(`/${space.subdomain}/post/${post.slug}`, window.location.origin).href;
    return copyAndSay(address, {
      copied: 'Link copied',
      failed: { title: 'The link could not be copied', description: address },
    });
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          Copy link
        </MenuItem>
        <PostEditItems postId={post.id} space={space} onHistory={() => setHistory(true)} />
        {runs && <PinMenuItem postId={post.id} />}
        {runs && (
          <MenuItem
            icon={post.comments_closed ? <MessageCircle {...icon} /> : <MessageCircleOff {...icon} />}
            onSelect={() => closeComments.mutate({ id: post.id, closed: !post.comments_closed })}
          >
            {post.comments_closed ? 'Turn on comments' : 'Turn off comments'}
          </MenuItem>
        )}
        {!isOwn && space.membership && (
          <MenuItem icon={<Flag {...icon} />} onSelect={() => setRequested('report')}>
            Report
          </MenuItem>
        )}
        {isOwn ? (
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setRequested('delete')}>
            Delete post
          </MenuItem>
        ) : (
          runs && (
            <MenuItem danger icon={<EyeOff {...icon} />} onSelect={() => setRequested('remove')}>
              Remove post
            </MenuItem>
          )
        )}
      </Menu>
      <PostHistory postId={post.id} open={history} onOpenChange={setHistory} />
      <Dialog
        open={requested === 'delete'}
        onOpenChange={close}
        role="alertdialog"
        size="sm"
        title="Delete this post?"
        description="This can't be undone. Comments stay visible."
        footer={
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setRequested(null);
                remove.mutate(post.id);
              }}
            >
              Delete post
            </Button>
          </>
        }
      />
      <Suspense>
        {requested === 'report' && (
          <ReportDialog target={target} space={space} author={post.author} onOpenChange={close} />
        )}
        {requested === 'remove' && (
          <RemoveDialog target={target} name={post.author.full_name} onOpenChange={close} />
        )}
      </Suspense>
    </>
  );
}
