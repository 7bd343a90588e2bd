import { Heart, History, Link2, PenLine, Smile } from 'lucide-react';
import { useState } from 'react';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { buttonsOf, countOf } from '#contract/values/reactions.ts';
import { ContentMenuItems } from '#web/features/moderation/index.ts';
import { reactorsText } from '#web/features/reactions/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyLinkWithToast } from '#web/lib/text/copy-text.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { type CommentDialog, CommentMenuDialogs } from './comment-menu-dialogs.tsx';

export interface CommentMenuProps {
  comment: Comment;
  space: Space;
  viewerId: string | null;
  onEdit: () => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** Menu of a comment: everything except liking and replying. */
export function CommentMenu({ comment, space, viewerId, onEdit, ...popup }: PopupProps & CommentMenuProps) {
  const [dialog, setDialog] = useState<CommentDialog | null>(null);
  const isOwn = viewerId === comment.user_id;
  const isModerator = space.permissions.canEditSpace;
  const copyLink = () => {
    const address = new URL(window.location.href);
    const page = address.searchParams.get('md');
    // A page of a course is named by the address.
    address.search = `?${page === null ? '' : `md=${page}&`}highlight_comment=${comment.id}`;
    address.hash = '';
    return copyLinkWithToast(address.href);
  };
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          {t('Copy link')}
        </MenuItem>
        {['like', ...buttonsOf('comment').map(({ kind }) => kind)].map((kind) => {
          const count = countOf(comment, kind);
          return (
            count > 0 && (
              <MenuItem
                key={kind}
                icon={kind === 'like' ? <Heart {...icon} /> : <Smile {...icon} />}
                onSelect={() => setDialog({ reactors: kind })}
              >
                {reactorsText('comment', kind, count)}
              </MenuItem>
            )
          );
        })}
        {isOwn && space.membership && (
          <MenuItem icon={<PenLine {...icon} />} onSelect={onEdit}>
            {t('Edit')}
          </MenuItem>
        )}
        {comment.edited_at && (isOwn || isModerator) && (
          <MenuItem icon={<History {...icon} />} onSelect={() => setDialog('versions')}>
            {t('Edit history')}
          </MenuItem>
        )}
        <ContentMenuItems
          space={space}
          isOwn={isOwn}
          labels={{ delete: t('Delete comment'), remove: t('Remove comment') }}
          onOpen={setDialog}
        />
      </Menu>
      <CommentMenuDialogs comment={comment} space={space} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
