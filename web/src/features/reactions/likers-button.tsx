import { t } from '#contract/i18n/translate.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { toCount } from '#web/lib/text/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import type { LikersDialogProps } from './likers-dialog.tsx';

const likersDialog = lazyOverlay<LikersDialogProps>(
  async () => (await import('./likers-dialog.tsx')).LikersDialog,
);

/** "Liked by 12 people" button that opens the list. Renders nothing without likes. */
export function LikersButton({ postId }: { postId: string }) {
  const post = useEntity('post', postId);
  if (!post || post.like_count === 0) return null;
  const { like_count: count } = post;
  return (
    <LazyPopup
      popup={likersDialog}
      popupProps={{ kind: 'post' as const, id: postId }}
      button={
        <Button variant="quiet" size="sm" className="-mr-3">
          {t('{count, plural, one {Liked by # person} other {Liked by {total} people}}', {
            count,
            total: toCount(count),
          })}
        </Button>
      }
    />
  );
}
