import { Ellipsis } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { Space } from '#contract/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { SpaceAvatar } from '#web/features/points/index.ts';
import { LikeButton } from '#web/features/reactions/index.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { preloadEditor } from '#web/lib/lazy-editor.tsx';
import { LazyPopup, loadLater } from '#web/lib/lazy-popup.tsx';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { RichTextView } from '#web/ui/rich-text-view.tsx';
import type { CommentMenuProps } from './comment-menu.tsx';

const commentMenu = loadLater<CommentMenuProps>(async () => (await import('./comment-menu.tsx')).CommentMenu);

interface CommentItemProps {
  id: string;
  space: Space;
  /** Opens the answer box; left out where nobody may answer. */
  onReply?: (comment: Comment) => void;
  /** Scrolls to it and marks it. */
  highlighted: boolean;
}

/** One comment or reply. */
export function CommentItem({ id, space, onReply, highlighted }: CommentItemProps) {
  const comment = useEntity('comment', id);
  const viewer = useViewer();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!highlighted) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [highlighted]);
  if (!comment) return null;
  const { author } = comment;
  if (comment.deleted_at) {
    return (
      <article ref={box} className="py-1 pl-11 text-sm text-faint">
        Comment deleted
      </article>
    );
  }
  const mayDelete = viewer !== null && (viewer.id === author.id || space.permissions.canEditSpace);
  return (
    <article
      ref={box}
      tabIndex={-1}
      aria-label={`Comment by ${author.full_name}`}
      className="comment flex gap-3 outline-none"
      data-marked={highlighted ? '' : undefined}
    >
      <SpaceAvatar person={author} spaceId={comment.space_id} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2 text-sm">
          <span className="min-w-0 truncate font-semibold">{author.full_name}</span>
          <RelativeTime at={comment.created_at} className="flex-none text-faint" />
        </p>
        {comment.reply_to && (
          <p className="truncate text-sm text-soft">
            answers <span className="font-medium">{comment.reply_to.full_name}</span>
          </p>
        )}
        <RichTextView html={comment.body} size="compact" className="mt-0.5" />
        <div className="mt-0.5 -ml-2 flex items-center gap-1">
          <LikeButton kind="comment" id={id} mayLike={space.membership !== null} />
          {onReply && (
            <Button
              variant="quiet"
              size="sm"
              className="!px-2"
              aria-label={`Reply to ${author.full_name}`}
              onPointerEnter={preloadEditor}
              onFocus={preloadEditor}
              onClick={() => onReply(comment)}
            >
              Reply
            </Button>
          )}
          <LazyPopup
            popup={commentMenu}
            popupProps={{ commentId: id, mayDelete }}
            button={
              <IconButton label="More" size="sm">
                <Ellipsis size={18} aria-hidden="true" />
              </IconButton>
            }
          />
        </div>
      </div>
    </article>
  );
}
