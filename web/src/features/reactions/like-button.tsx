import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { SpaceReactableKind } from '#contract/values/reactions.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { setReaction } from './set-reaction.ts';

interface LikeButtonProps {
  target: SpaceReactableKind;
  id: string;
  /** Whether the viewer may like; otherwise only the count is shown. */
  canLike: boolean;
}

/** Heart button with the like count; pressing it again removes the like. */
export function LikeButton({ target: kind, id, canLike }: LikeButtonProps) {
  const client = useQueryClient();
  const target = useEntity(kind, id);
  if (!target) return null;
  const { has_liked: liked, like_count: count } = target;
  const heart = <Heart size={18} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} />;
  // Reserves the width of two digits, so that what follows stands at the same place everywhere and likes don't move it.
  const number = (
    <span className="min-w-[2ch] text-left tabular-nums">{count > 0 ? toCount(count) : ''}</span>
  );
  if (!canLike) {
    return (
      <span className="inline-flex h-7 items-center gap-2 px-2 text-sm text-soft">
        {heart}
        <span aria-hidden="true">{number}</span>
        <span className="sr-only">{t('{count, plural, one {# like} other {# likes}}', { count })}</span>
      </span>
    );
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      className={liked ? '!px-2 !text-accent-text' : '!px-2'}
      aria-pressed={liked}
      aria-label={t('Like, {count, plural, one {# like} other {# likes}}', { count })}
      onClick={() => void setReaction(client, { target: kind, id, kind: 'like' }, !liked)}
    >
      {heart}
      {number}
    </Button>
  );
}
