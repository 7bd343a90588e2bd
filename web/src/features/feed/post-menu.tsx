import { Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/spaces.ts';
import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { PinMenuItem } from './pin-menu-item.tsx';
import { PostEditItems } from './post-edit-items.tsx';
import { PostHistory } from './post-history.tsx';
import { useDeletePost } from './use-delete-post.ts';

export interface PostMenuProps {
  postId: string;
  /** The post's own path. */
  path: string;
  space: Space;
  mayDelete: boolean;
  mayPin: boolean;
}

/** What can be done with a post besides liking and commenting. */
export function PostMenu({ postId, path, space, mayDelete, mayPin, ...popup }: PopupProps & PostMenuProps) {
  const [asking, setAsking] = useState(false);
  const [history, setHistory] = useState(false);
  const remove = useDeletePost();
  const copyLink = async () => {
    const address = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: 'Link copied' });
    } catch {
      toast({ title: 'The link could not be copied', description: address, variant: 'destructive' });
    }
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 size={18} aria-hidden="true" />} onSelect={() => void copyLink()}>
          Copy link
        </MenuItem>
        <PostEditItems postId={postId} space={space} onHistory={() => setHistory(true)} />
        {mayPin && <PinMenuItem postId={postId} />}
        {mayDelete && (
          <MenuItem danger icon={<Trash2 size={18} aria-hidden="true" />} onSelect={() => setAsking(true)}>
            Delete post
          </MenuItem>
        )}
      </Menu>
      <PostHistory postId={postId} open={history} onOpenChange={setHistory} />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        role="alertdialog"
        size="sm"
        title="Delete this post?"
        description="Nobody can read it afterwards."
        footer={
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                remove.mutate(postId);
              }}
            >
              Delete post
            </Button>
          </>
        }
      />
    </>
  );
}
