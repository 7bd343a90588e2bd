import { Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeleteComment } from './use-delete-comment.ts';

export interface CommentMenuProps {
  commentId: string;
  mayDelete: boolean;
}

/** What can be done with a comment besides liking and answering. */
export function CommentMenu({ commentId, mayDelete, ...popup }: PopupProps & CommentMenuProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteComment();
  const copyLink = async () => {
    const address = new URL(window.location.href);
    address.search = `?highlight_comment=${commentId}`;
    address.hash = '';
    try {
      await navigator.clipboard.writeText(address.href);
      toast({ title: 'Link copied' });
    } catch {
      toast({ title: 'The link could not be copied', description: address.href, variant: 'destructive' });
    }
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 size={18} aria-hidden="true" />} onSelect={() => void copyLink()}>
          Copy link
        </MenuItem>
        {mayDelete && (
          <MenuItem danger icon={<Trash2 size={18} aria-hidden="true" />} onSelect={() => setAsking(true)}>
            Delete comment
          </MenuItem>
        )}
      </Menu>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        role="alertdialog"
        size="sm"
        title="Delete this comment?"
        description="Its text goes for good. Replies to it stay."
        footer={
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                remove.mutate(commentId);
              }}
            >
              Delete comment
            </Button>
          </>
        }
      />
    </>
  );
}
