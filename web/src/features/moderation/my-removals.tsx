import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Space } from '#contract/spaces.ts';
import { myRemovalsQuery } from './moderation.api.ts';

const RemovalCards = lazy(async () => ({
  default: (await import('./removal-cards.tsx')).RemovalCards,
}));

/** Tells the author what of theirs was taken down, and why, until they put it away. Everyone else sees nothing. */
export function MyRemovals({ space }: { space: Space }) {
  const removals = useQuery({ ...myRemovalsQuery(space.id), enabled: space.membership !== null });
  if (space.membership === null || !removals.data?.removals.length) return null;
  return (
    <Suspense>
      <RemovalCards removals={removals.data.removals} space={space} />
    </Suspense>
  );
}
