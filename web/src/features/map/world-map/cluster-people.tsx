import '#web/styles/lazy/map.css';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { CityPeople } from '../city-people.tsx';
import { toClusterTitle } from '../map-messages.ts';
import type { Cluster } from './cluster-cities.ts';

export interface ClusterPeopleProps {
  spaceId: string;
  cluster: Cluster;
}

/** Lists the members in a cluster. */
export function ClusterPeople({ spaceId, cluster, ...popup }: PopupProps & ClusterPeopleProps) {
  return (
    <Popover title={toClusterTitle(cluster)} flush {...popup}>
      <div className="map-people">
        <CityPeople spaceId={spaceId} cityIds={cluster.cities.map((city) => city.city_id)} />
      </div>
    </Popover>
  );
}
