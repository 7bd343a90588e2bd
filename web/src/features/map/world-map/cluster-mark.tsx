import '#web/styles/lazy/map.css';
import type { CSSProperties } from 'react';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { cx } from '#web/ui/cx.ts';
import { toClusterLabel, toClusterTitle, toShort } from '../map-messages.ts';
import type { Cluster } from './cluster-cities.ts';
import type { ClusterPeopleProps } from './cluster-people.tsx';
import type { Point } from './map-view.ts';

const people = lazyOverlay<ClusterPeopleProps>(
  async () => (await import('./cluster-people.tsx')).ClusterPeople,
);

interface ClusterMarkProps {
  spaceId: string;
  cluster: Cluster;
  at: Point;
  /** The viewer's location is in this cluster. */
  isOwn: boolean;
  isNamed: boolean;
  /** Zooms in on the cluster. If undefined, the cluster cannot be split further and a press shows its members. */
  onOpen?: ((cluster: Cluster) => void) | undefined;
}

/** A mark on the map with the number of members there. */
export function ClusterMark({ spaceId, cluster, at, isOwn, isNamed, onOpen }: ClusterMarkProps) {
  const { member_count: count, cities } = cluster;
  const style = {
    '--x': `${Math.round(at.x)}px`,
    '--y': `${Math.round(at.y)}px`,
    '--d': `${Math.round(Math.min(52, 22 + 10 * Math.log10(count)))}px`,
  } as CSSProperties;
  const mark = (
    <button
      type="button"
      className={cx('map-mark', isOwn && 'map-mark-own')}
      style={style}
      aria-label={toClusterLabel(cluster)}
      title={toClusterTitle(cluster)}
      {...(onOpen ? { onClick: () => onOpen(cluster) } : {})}
    >
      <span className="map-dot">{count > 1 ? toShort(count) : ''}</span>
      {isNamed && <span className="map-name">{cities[0]?.city}</span>}
    </button>
  );
  if (onOpen) return mark;
  return <LazyPopup popup={people} popupProps={{ spaceId, cluster }} button={mark} />;
}
