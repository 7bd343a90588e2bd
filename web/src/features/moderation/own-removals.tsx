import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Space } from '#contract/spaces.ts';
import { ownRemovalsQuery } from './moderation.api.ts';

const RemovalNotices = lazy(async () => ({
  default: (await import('./removal-notices.tsx')).RemovalNotices,
}));

/** Tells the author what of theirs was taken down, and why, until they put it away. Everyone else sees nothing. */
export function OwnRemovals({ space }: { space: Space }) {
  const removals = useQuery({ ...ownRemovalsQuery(space.id), enabled: space.membership !== null });
  if (space.membership === null || !removals.data?.removals.length) return null;
  return (
    <Suspense>
      <RemovalNotices removals={removals.data.removals} space={space} />
    </Suspense>
  );
}
