import '#web/styles/lazy/map.css';
import { memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { type CityPosition, type Cluster, clusterCities, clusterScale } from './cluster-cities.ts';
import { ClusterMark } from './cluster-mark.tsx';
import { fitPoints, type MapView, maxScale, type Size, toScreen } from './map-view.ts';
import { useMapGestures } from './use-map-gestures.ts';
import { useMapView } from './use-map-view.ts';
import { type CountryShape, graticule, loadCountries } from './world-shapes.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

/** Distance in pixels below which marks are merged into a cluster. */
const markRadius = 44;
/** From this scale on the detailed shapes are loaded. */
const fineFrom = 4;

interface WorldMapProps {
  spaceId: string;
  cities: readonly CityPosition[];
  viewerCityId: number | null;
  isReady: boolean;
  /** The city selected in the list; the map moves there. */
  focus: { city: CityPosition; at: number } | null;
}

/** World map with a mark for each location where members are. */
export function WorldMap({ spaceId, cities, viewerCityId, isReady, focus }: WorldMapProps) {
  const box = useRef<HTMLElement>(null);
  const hint = useId();
  const size = useSize(box);
  const { view, show } = useMapView(size, cities, isReady);
  const countries = useCountries(view !== null && view.scale >= fineFrom);
  const scale = view ? clusterScale(view.scale) : null;
  const clusters = useMemo(
    () => (scale === null ? [] : clusterCities(cities, scale, markRadius)),
    [cities, scale],
  );
  const gestures = useMapGestures(box, {
    size: size ?? { width: 0, height: 0 },
    view: view ?? { x: 0, y: 0, scale: 1 },
    show,
  });
  useEffect(() => {
    if (focus && size) show((now) => fitPoints([focus.city], size, Math.max(now.scale, 20)), true);
  }, [focus, size, show]);

  const open = (cluster: Cluster) => {
    if (size) show((now) => fitPoints(cluster.cities, size, Math.min(maxScale, now.scale * 8)), true);
  };
  const { zoom, zoomStep, isFarthest, ...handlers } = gestures;
  return (
    <div className="map-frame">
      <section
        ref={box}
        className="map"
        aria-label={t('Map of members')}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map, as the hint says.
        tabIndex={0}
        data-far={isFarthest ? '' : undefined}
        {...handlers}
      >
        <p id={hint} className="sr-only">
          {t(
            'Use arrow keys to move the map, plus and minus to zoom, and 0 to show the whole world. The list shows the same members.',
          )}
        </p>
        {view && size && (
          <>
            <svg width={size.width} height={size.height} aria-hidden="true" className="map-world">
              <g transform={toTransform(view, size)}>
                <path d={graticule} className="map-lines" />
                <Countries shapes={countries} view={view} size={size} />
              </g>
            </svg>
            {clusters.map((cluster) => {
              const at = toScreen(cluster, view, size);
              if (at.x < -60 || at.y < -60 || at.x > size.width + 60 || at.y > size.height + 60) return null;
              return (
                <ClusterMark
                  key={cluster.cities[0]?.city_id}
                  spaceId={spaceId}
                  cluster={cluster}
                  at={at}
                  isOwn={cluster.cities.some((city) => city.city_id === viewerCityId)}
                  isNamed={view.scale >= fineFrom * 2}
                  onOpen={cluster.cities.length > 1 && view.scale < maxScale * 0.9 ? open : undefined}
                />
              );
            })}
          </>
        )}
      </section>
      <ZoomButtons zoom={zoom} step={zoomStep} isFarthest={isFarthest} isNearest={view?.scale === maxScale} />
    </div>
  );
}

const toTransform = (view: MapView, size: Size) =>
  `translate(${size.width / 2 - view.x * view.scale},${size.height / 2 - view.y * view.scale})scale(${view.scale})`;

/** Draws the visible countries only. */
function Countries({ shapes, view, size }: { shapes: CountryShape[]; view: MapView; size: Size }) {
  const [halfWidth, halfHeight] = [size.width / view.scale / 2, size.height / view.scale / 2];
  return shapes
    .filter(
      ({ box: [left, top, right, bottom] }) =>
        right > view.x - halfWidth &&
        left < view.x + halfWidth &&
        bottom > view.y - halfHeight &&
        top < view.y + halfHeight,
    )
    .map(({ id, path }) => <Country key={id} path={path} />);
}

const Country = memo(function Country({ path }: { path: string }) {
  return <path d={path} className="map-land" />;
});

function useSize(box: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0)
        setSize((now) => (now?.width === width && now.height === height ? now : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

/** Country shapes: the coarse ones are loaded immediately, the detailed ones when first needed. */
function useCountries(isZoomedIn: boolean): CountryShape[] {
  const [coarse, setCoarse] = useState<CountryShape[]>([]);
  const [fine, setFine] = useState<CountryShape[] | null>(null);
  useEffect(() => {
    // Without the shapes the marks are still useful.
    loadCountries('coarse').then(setCoarse, () => {});
  }, []);
  const needsFine = isZoomedIn && fine === null;
  useEffect(() => {
    if (needsFine) loadCountries('fine').then(setFine, () => {});
  }, [needsFine]);
  return isZoomedIn && fine ? fine : coarse;
}
