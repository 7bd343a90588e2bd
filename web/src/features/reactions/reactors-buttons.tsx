import { buttonsOf, countOf } from '#contract/values/reactions.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { reactorsPopup } from './lazy-reactors-dialog.ts';
import { reactorsText } from './reaction-texts.ts';

/** "Liked by 12 people", and the same for each other kind of reaction: buttons that open the lists. */
export function ReactorsButtons({ postId }: { postId: string }) {
  const post = useEntity('post', postId);
  if (!post) return null;
  return ['like', ...buttonsOf('post').map(({ kind }) => kind)].map((kind) => {
    const count = countOf(post, kind);
    return (
      count > 0 && (
        <LazyPopup
          key={kind}
          popup={reactorsPopup}
          popupProps={{ target: 'post' as const, id: postId, kind }}
          button={
            <Button variant="quiet" size="sm" className="-mr-3">
              {reactorsText('post', kind, count)}
            </Button>
          }
        />
      )
    );
  });
}
