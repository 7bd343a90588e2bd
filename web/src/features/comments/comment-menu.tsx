import { EyeOff, Flag, Heart, History, Link2, PenLine, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { Space } from '#contract/spaces.ts';
import { loadRemoveDialog, loadReportDialog } from '#web/features/moderation/index.ts';
import { loadLikersDialog } from '#web/features/reactions/index.ts';
import { copyAndSay } from '#web/lib/copy-text.ts';
import type { PopupProps } from '#web/lib/lazy-popup.tsx';
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
type Asked = 'delete' | 'remove' | 'report' | 'likers' | 'versions' | null;

const icon = { size: 18, 'aria-hidden': true } as const;

/** What can be done with a comment besides liking and answering. */
export function CommentMenu({ comment, space, viewerId, onEdit, ...popup }: PopupProps & CommentMenuProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const remove = useDeleteComment();
  const isOwn = viewerId === comment.user_id;
  const runs = space.permissions.canEditSpace;
  const close = (open: boolean) => {
    if (!open) setAsked(null);
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
          <MenuItem icon={<Heart {...icon} />} onSelect={() => setAsked('likers')}>
            Liked by {comment.like_count === 1 ? '1 person' : `${toCount(comment.like_count)} people`}
          </MenuItem>
        )}
        {isOwn && space.membership && (
          <MenuItem icon={<PenLine {...icon} />} onSelect={onEdit}>
            Edit
          </MenuItem>
        )}
        {comment.edited_at && (isOwn || runs) && (
          <MenuItem icon={<History {...icon} />} onSelect={() => setAsked('versions')}>
            Earlier versions
          </MenuItem>
        )}
        {!isOwn && space.membership && (
          <MenuItem icon={<Flag {...icon} />} onSelect={() => setAsked('report')}>
            Report
          </MenuItem>
        )}
        {isOwn ? (
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setAsked('delete')}>
            Delete comment
          </MenuItem>
        ) : (
          runs && (
            <MenuItem danger icon={<EyeOff {...icon} />} onSelect={() => setAsked('remove')}>
              Remove comment
            </MenuItem>
          )
        )}
      </Menu>
      <Dialog
        open={asked === 'delete'}
        onOpenChange={close}
        role="alertdialog"
        size="sm"
        title="Delete this comment?"
        description="Nobody can read it afterwards. Replies to it stay."
        footer={
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                setAsked(null);
                remove.mutate(comment.id);
              }}
            >
              Delete comment
            </Button>
          </>
        }
      />
      <Suspense>
        {asked === 'report' && (
          <ReportDialog
            thing={{ kind: 'comment', id: comment.id }}
            space={space}
            author={comment.author}
            onOpenChange={close}
          />
        )}
        {asked === 'remove' && (
          <RemoveDialog
            thing={{ kind: 'comment', id: comment.id }}
            name={comment.author.full_name}
            onOpenChange={close}
          />
        )}
        {asked === 'likers' && <LikersDialog kind="comment" id={comment.id} open onOpenChange={close} />}
        {asked === 'versions' && <VersionsDialog commentId={comment.id} onOpenChange={close} />}
      </Suspense>
    </>
  );
}
