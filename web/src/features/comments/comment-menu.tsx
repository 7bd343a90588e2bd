import { EyeOff, Flag, Heart, History, Link2, PenLine, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { Space } from '#contract/spaces.ts';
import { loadRemoveDialog, loadReportDialog } from '#web/features/moderation/index.ts';
import { loadLikersDialog } from '#web/features/reactions/index.ts';
import { copyAndSay } from '#web/lib/copy-text.ts';
import type { PopupProps } from '#web/lib/lazy-overlay.tsx';
import { toCount } from '#web/lib/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { useDeleteComment } from './use-delete-comment.ts';

const ReportDialog = lazy(loadReportDialog);
const RemoveDialog = lazy(loadRemoveDialog);
const LikersDialog = lazy(loadLikersDialog);
const VersionsDialog = lazy(async () => ({
  default: (await import('./comment-versions-dialog.tsx')).CommentVersionsDialog,
}));

export interface CommentMenuProps {
  comment: Comment;
  space: Space;
  viewerId: string | null;
  onEdit: () => void;
}
type JoinRequested = 'delete' | 'remove' | 'report' | 'likers' | 'versions' | null;

const icon = { size: 18, 'aria-hidden': true } as const;

/** What can be done with a comment besides liking and answering. */
export function CommentMenu({ comment, space, viewerId, onEdit, ...popup }: PopupProps & CommentMenuProps) {
  const [requested, setRequested] = useState<JoinRequested>(null);
  const remove = useDeleteComment();
  const isOwn = viewerId === comment.user_id;
  const runs = space.permissions.canEditSpace;
  const close = (open: boolean) => {
    if (!open) setRequested(null);
  };
  const copyLink = () => {
    const address = new URL(window.location.href);
    address.search = `?highlight_comment=${comment.id}`;
    address.hash = '';
    return copyAndSay(address.href, {
      copied: 'Link copied',
      failed: { title: 'The link could not be copied', description: address.href },
    });
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          Copy link
        </MenuItem>
        {comment.like_count > 0 && (
          <MenuItem icon={<Heart {...icon} />} onSelect={() => setRequested('likers')}>
            Liked by {comment.like_count === 1 ? '1 person' : `${toCount(comment.like_count)} people`}
          </MenuItem>
        )}
        {isOwn && space.membership && (
          <MenuItem icon={<PenLine {...icon} />} onSelect={onEdit}>
            Edit
          </MenuItem>
        )}
        {comment.edited_at && (isOwn || runs) && (
          <MenuItem icon={<History {...icon} />} onSelect={() => setRequested('versions')}>
            Edit history
          </MenuItem>
        )}
        {!isOwn && space.membership && (
          <MenuItem icon={<Flag {...icon} />} onSelect={() => setRequested('report')}>
            Report
          </MenuItem>
        )}
        {isOwn ? (
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setRequested('delete')}>
            Delete comment
          </MenuItem>
        ) : (
          runs && (
            <MenuItem danger icon={<EyeOff {...icon} />} onSelect={() => setRequested('remove')}>
              Remove comment
            </MenuItem>
          )
        )}
      </Menu>
      <Dialog
        open={requested === 'delete'}
        onOpenChange={close}
        role="alertdialog"
        size="sm"
        title="Delete this comment?"
        description="This can't be undone. Replies stay visible."
        footer={
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setRequested(null);
                remove.mutate(comment.id);
              }}
            >
              Delete comment
            </Button>
          </>
        }
      />
      <Suspense>
        {requested === 'report' && (
          <ReportDialog
            target={{ kind: 'comment', id: comment.id }}
            space={space}
            author={comment.author}
            onOpenChange={close}
          />
        )}
        {requested === 'remove' && (
          <RemoveDialog
            target={{ kind: 'comment', id: comment.id }}
            name={comment.author.full_name}
            onOpenChange={close}
          />
        )}
        {requested === 'likers' && <LikersDialog kind="comment" id={comment.id} open onOpenChange={close} />}
        {requested === 'versions' && <VersionsDialog commentId={comment.id} onOpenChange={close} />}
      </Suspense>
    </>
  );
}
