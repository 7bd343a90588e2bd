import '#web/styles/lazy/map.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { spaceMapQuery } from './map.api.ts';
import type { CityPosition } from './world-map/cluster-cities.ts';
import './map.live.ts';
import { LocationForm } from './location/location-form.tsx';
import { LocationList } from './location/location-list.tsx';
import { WorldMap } from './world-map/world-map.tsx';
import { toPoint } from './world-map/world-shapes.ts';

const toPeopleCount = (count: number) =>
  t('{count, plural, one {# member} other {# members}} on the map', { count });

const countPlaceholder = <Skeleton width="11rem" />;

/** Map of the members of a space who shared their location. */
export function MapScreen({ space }: { space: Space }) {
  const map = useQuery(spaceMapQuery(space.id));
  const [focus, setFocus] = useState<{ city: CityPosition; at: number } | null>(null);
  const cities = useMemo(
    () =>
      (map.data?.cities ?? []).map(
        (city): CityPosition => ({ ...city, ...toPoint(city.longitude, city.latitude) }),
      ),
    [map.data],
  );
  const viewerCityId = map.data?.viewer_city_id ?? null;
  const myCity = cities.find((city) => city.city_id === viewerCityId) ?? null;
  const count = cities.reduce((sum, city) => sum + city.member_count, 0);
  if (map.isError && !map.data) {
    return (
      <LoadFailure title={t("Couldn't load the map")} onRetry={() => void map.refetch()}>
        {toMessage(map.error, t('Please try again.'))}
      </LoadFailure>
    );
  }
  return (
    <>
      <div className="mb-4">
        <h1 className="text-xl">{t('Map')}</h1>
        <p className="flow-root h-6 text-soft">{map.data ? toPeopleCount(count) : countPlaceholder}</p>
      </div>
      <div className="map-layout">
        <div className="min-w-0">
          <WorldMap
            spaceId={space.id}
            cities={cities}
            viewerCityId={viewerCityId}
            isReady={map.data !== undefined}
            focus={focus}
          />
          <p className="mt-2 text-xs text-faint">
            {tRich('Cities: <link>GeoNames</link>, CC BY 4.0. Countries: Natural Earth.', {
              link: (text) => (
                <a className="underline" href="https://www.geonames.org/" target="_blank" rel="noreferrer">
                  {text}
                </a>
              ),
            })}
          </p>
        </div>
        <div className="map-side">
          {map.data ? (
            <>
              <LocationForm spaceId={space.id} spaceName={space.name} myCity={myCity} />
              {count === 0 ? (
                <p className="text-soft">
                  {t('No one is on the map yet. Be the first to add your location.')}
                </p>
              ) : (
                <LocationList
                  spaceId={space.id}
                  cities={cities}
                  onShow={(city) => setFocus({ city, at: performance.now() })}
                />
              )}
            </>
          ) : (
            <div className="grid grid-cols-1 gap-3" aria-busy="true">
              <Skeleton height="5.5rem" />
              <Skeleton height="2.5rem" />
              <Skeleton width="60%" />
              <Skeleton width="80%" />
              <Skeleton width="70%" />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
