import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#contract/features/comments/comments.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { MemberCardButton, MemberLine, PeopleText } from '#web/features/points/index.ts';
import { ReactionButtons } from '#web/features/reactions/index.ts';
import { AttachmentView } from '#web/features/uploads/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import type { CommentMenuProps } from './comment-menu.tsx';
import { preloadCommentComposer } from './composer/lazy-comment-composer.tsx';

const commentMenu = lazyOverlay<CommentMenuProps>(
  async () => (await import('./comment-menu.tsx')).CommentMenu,
);
const editForm = lazyComponent(async () => (await import('./edit-comment.tsx')).EditComment);

interface CommentItemProps {
  id: string;
  space: Space;
  /** Opens the reply form; undefined where replying is not allowed. */
  onReply?: (comment: Comment) => void;
  /** The post was deleted; its comments are read-only. */
  isFrozen: boolean;
  /** Scrolls the comment into view and highlights it. */
  highlighted: boolean;
}

export function CommentItem({ id, space, onReply, isFrozen, highlighted }: CommentItemProps) {
  const comment = useEntity('comment', id);
  const viewer = useViewer();
  const [isEditing, setEditing] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!highlighted) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [highlighted]);
  if (!comment) return null;
  const { author } = comment;
  const frame = {
    ref: box,
    tabIndex: -1,
    'data-item': '',
    className: 'comment flex gap-3 outline-none',
    'data-marked': highlighted ? '' : undefined,
  };
  if (comment.deleted_at && !isEditing) {
    return (
      <article {...frame} aria-label={t('Deleted comment')}>
        <DeletedComment comment={comment} isOwn={viewer?.id === author.id} />
      </article>
    );
  }
  return (
    <article {...frame} aria-label={t('Comment by {name}', { name: author.full_name })}>
      <MemberLine
        person={author}
        spaceId={comment.space_id}
        size="sm"
        className="flex-1 text-sm"
        aside={
          <span className="flex-none text-faint">
            <RelativeTime at={comment.created_at} />
            {comment.edited_at && ` · ${t('edited')}`}
          </span>
        }
      >
        {comment.reply_to && <ReplyTo comment={comment} person={comment.reply_to} />}
        {isEditing && viewer ? (
          <editForm.Component
            comment={comment}
            userId={viewer.id}
            onClose={() => setEditing(false)}
            fallback={<RichTextView html={comment.body} size="compact" className="mt-0.5" />}
            onLoadFailure={() => setEditing(false)}
          />
        ) : (
          <>
            <PeopleText html={comment.body} spaceId={comment.space_id} size="compact" className="mt-0.5" />
            {comment.attachment && (
              <AttachmentView
                attachment={comment.attachment}
                credit={{ name: author.full_name, at: comment.created_at }}
              />
            )}
            <CommentActions
              comment={comment}
              space={space}
              viewerId={viewer?.id ?? null}
              isFrozen={isFrozen}
              onReply={onReply}
              onEdit={() => setEditing(true)}
            />
          </>
        )}
      </MemberLine>
    </article>
  );
}

/** Who a reply answers. */
function ReplyTo({ comment, person }: { comment: Comment; person: NonNullable<Comment['reply_to']> }) {
  return (
    <p className="text-soft wrap-anywhere">
      {tRich('replied to <person>{name}</person>', {
        name: person.full_name,
        person: (name) => (
          <MemberCardButton spaceId={comment.space_id} userId={person.id} name={person.full_name}>
            {name}
          </MemberCardButton>
        ),
      })}
    </p>
  );
}

interface CommentActionsProps extends CommentMenuProps, Pick<CommentItemProps, 'isFrozen' | 'onReply'> {}

/** The buttons below a comment: like, reply and its menu. */
function CommentActions({ isFrozen, onReply, ...menu }: CommentActionsProps) {
  const { comment, space } = menu;
  return (
    <div className="mt-0.5 -ml-2 flex items-center gap-1">
      <ReactionButtons target="comment" id={comment.id} canReact={space.membership !== null && !isFrozen} />
      {onReply && (
        <Button
          variant="quiet"
          size="sm"
          className="!px-2"
          aria-label={t('Reply to {name}', { name: comment.author.full_name })}
          onPointerEnter={preloadCommentComposer}
          onFocus={preloadCommentComposer}
          onClick={() => onReply(comment)}
        >
          {t('Reply')}
        </Button>
      )}
      <LazyPopup
        opens="menu"
        popup={commentMenu}
        popupProps={menu}
        button={
          <IconButton label={t('More')} size="sm">
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}

/** Placeholder for a deleted comment, with the removal reason if the server returned one. */
function DeletedComment({ comment, isOwn }: { comment: Comment; isOwn: boolean }) {
  return (
    <div className="min-w-0 py-1 pl-11 text-sm text-faint">
      <p>{comment.is_removed ? t('Removed by a moderator') : t('Comment deleted')}</p>
      {comment.removal_reason && (
        <p className="mt-1 rounded-md bg-sunken px-3 py-2 wrap-anywhere text-soft">
          {isOwn
            ? t('Reason for removal: {reason}', { reason: comment.removal_reason })
            : t('Reason given to {name}: {reason}', {
                name: comment.author.full_name,
                reason: comment.removal_reason,
              })}
        </p>
      )}
    </div>
  );
}
