import type { Feature } from '../../feature.ts';
import type { Platform } from '../../platform.ts';
import type { ListUncounted, ListWatchable } from './watches.ts';

type Features = readonly Pick<Feature, 'name' | 'watchable' | 'uncounted'>[];

/** Returns whom a viewer doesn't count among those who are online, by what the features say. */
export function collectUncounted(features: Features, platform: Platform): ListUncounted {
  const lists = features.flatMap(({ uncounted }) => (uncounted ? [uncounted(platform)] : []));
  return async (viewer) => (await Promise.all(lists.map((list) => list(viewer)))).flat();
}

/** Returns whose presence a viewer may see, by what the features say. Throws if two say it. */
export function collectWatchable(features: Features, platform: Platform): ListWatchable {
  const only = (where: 'inSpace' | 'anywhere'): ListWatchable => {
    const [found, ...others] = features.filter(({ watchable }) => watchable?.[where]);
    if (others.length > 0) throw new Error(`Several features say who can be watched: ${where}`);
    return found?.watchable?.[where]?.(platform) ?? (async () => []);
  };
  const [inSpace, anywhere] = [only('inSpace'), only('anywhere')];
  return (viewer, spaceId, userIds) => (spaceId === null ? anywhere : inSpace)(viewer, spaceId, userIds);
}
