import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useEntity } from '#web/lib/entity-cache.ts';
import { toCount } from '#web/lib/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { type LikeKind, setLike } from './set-like.ts';

interface LikeButtonProps {
  kind: LikeKind;
  id: string;
  /** Whether the viewer may like; others see the count alone. */
  mayLike: boolean;
}

/** A heart with the count. Pressed again it takes the like back. */
export function LikeButton({ kind, id, mayLike }: LikeButtonProps) {
  const client = useQueryClient();
  const target = useEntity(kind, id);
  if (!target) return null;
  const { has_liked: liked, like_count: count } = target;
  const copy = `${count} like${count === 1 ? '' : 's'}`;
  const heart = <Heart size={18} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} />;
  // The room for a digit is there from the start: a first like moves nothing beside it.
  const number = (
    <span className="min-w-[1ch] text-left tabular-nums">{count > 0 ? toCount(count) : ''}</span>
  );
  if (!mayLike) {
    return (
      <span className="inline-flex h-8 items-center gap-2 px-2 text-sm text-soft">
        {heart}
        <span aria-hidden="true">{number}</span>
        <span className="sr-only">{copy}</span>
      </span>
    );
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      className={liked ? '!px-2 !text-accent-text' : '!px-2'}
      aria-pressed={liked}
      aria-label={`Like, ${copy}`}
      onClick={() => void setLike(client, kind, id, !liked)}
    >
      {heart}
      {number}
    </Button>
  );
}
