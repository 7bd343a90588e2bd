import type { Space } from '#contract/features/spaces/spaces.ts';
import { useQueryData } from '#web/lib/cache/use-query-data.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { myRemovalsQuery } from './moderation.api.ts';

const cards = lazyComponent(async () => (await import('./removal-cards.tsx')).RemovalCards);

/** Shows an author which of their content was removed and why, until they acknowledge it. Others see nothing. */
export function MyRemovals({ space }: { space: Space }) {
  const data = useQueryData({ ...myRemovalsQuery(space.id), enabled: space.membership !== null });
  if (space.membership === null || !data?.removals.length) return null;
  return <cards.Component removals={data.removals} space={space} />;
}
