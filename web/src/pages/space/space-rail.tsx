import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { shared } from '#web/lib/shared.tsx';
import { StickyColumn } from '#web/ui/page/page-grid.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import type { RailCardsProps } from './rail-cards.tsx';
import { RailSkeleton } from './rail-skeleton.tsx';

const cards = lazyComponent(async () => (await import('./rail-cards.tsx')).RailCards);

const RailOnServer = /* @__PURE__ */ shared(RailSkeleton);

const wide = '(width >= 64rem)';

/** The second column of feed, leaderboard and post page: the space and what is going on in it. */
export function SpaceRail(props: RailCardsProps) {
  // False while the server's page is hydrated: nothing is loaded for it before.
  const isWide = useMediaQuery(wide);
  return (
    <StickyColumn>
      <cards.Component
        {...props}
        when={isWide}
        fallback={import.meta.env.SSR ? <RailOnServer /> : <RailSkeleton />}
      />
    </StickyColumn>
  );
}
