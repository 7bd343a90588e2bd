import { useSyncExternalStore } from 'react';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { StickyColumn } from '#web/ui/page/page-grid.tsx';
import type { RailCardsProps } from './rail-cards.tsx';
import { RailSkeleton } from './rail-skeleton.tsx';

const cards = lazyComponent(async () => (await import('./rail-cards.tsx')).RailCards);

const wide = '(width >= 64rem)';
function subscribe(listener: () => void) {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
/** Whether the second column is shown. False while the server's page is hydrated: nothing is loaded for it before. */
const useIsWide = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );

/** The second column of feed and post page: the space and what is going on in it. */
export function SpaceRail(props: RailCardsProps) {
  const isWide = useIsWide();
  return (
    <StickyColumn>
      <cards.Component {...props} when={isWide} fallback={<RailSkeleton />} />
    </StickyColumn>
  );
}
