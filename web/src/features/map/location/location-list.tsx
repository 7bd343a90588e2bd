import '#web/styles/lazy/map.css';
import { ChevronRight } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { CityPeople } from '../city-people.tsx';
import { type CountryGroup, groupByCountry } from '../group-by-country.ts';
import type { CityPosition } from '../world-map/cluster-cities.ts';

/** Up to this number of cities, all countries are expanded initially. */
const openUpTo = 40;
const citiesAtOnce = 50;

/** The members on the map by country and city: an accessible, searchable alternative to the map. */
export function LocationList({
  spaceId,
  cities,
  onShow,
}: {
  spaceId: string;
  cities: readonly CityPosition[];
  onShow: (city: CityPosition) => void;
}) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const people = useDebouncedValue(text);
  const groups = useMemo(() => groupByCountry(cities, search), [cities, search]);
  const shown = groups.reduce((sum, group) => sum + group.cities.length, 0);
  return (
    <div className="map-list toolbar">
      <SearchField label={t('Search cities and members')} value={text} onChange={setText} />
      <div className="map-list-scroll">
        {people.length >= 2 && text.trim() !== '' && (
          <section aria-label={t('Members')} className="mb-3">
            <h2 className="map-list-head">{t('Members')}</h2>
            <CityPeople spaceId={spaceId} search={people} emptyText={t('No one by that name.')} />
          </section>
        )}
        {groups.map((group) => (
          <Country
            key={`${group.code} ${shown <= openUpTo}`}
            spaceId={spaceId}
            group={group}
            defaultOpen={shown <= openUpTo}
            onShow={onShow}
          />
        ))}
        {groups.length === 0 && search.trim() !== '' && (
          <p className="py-3 text-sm text-soft">{t('No matching locations.')}</p>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  spaceId: string;
  onShow: (city: CityPosition) => void;
}

function Country({
  spaceId,
  group,
  defaultOpen,
  onShow,
}: PartProps & { group: CountryGroup; defaultOpen: boolean }) {
  const [isOpen, setOpen] = useState(defaultOpen);
  const [limit, setLimit] = useState(citiesAtOnce);
  return (
    <section aria-label={group.country}>
      <h2>
        <button
          type="button"
          className="map-list-row map-list-head"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={16} aria-hidden="true" className="map-list-arrow" />
          <span className="min-w-0 flex-1 truncate">{group.country}</span>
          <span className="text-faint tabular-nums">{formatNumber(group.member_count)}</span>
        </button>
      </h2>
      {isOpen && (
        <ul className="pl-6">
          {group.cities.slice(0, limit).map((city) => (
            <City key={city.city_id} spaceId={spaceId} city={city} onShow={onShow} />
          ))}
          {group.cities.length > limit && (
            <li className="py-1">
              <Button size="sm" variant="quiet" onClick={() => setLimit(limit + citiesAtOnce)}>
                {t('Show more locations')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function City({ spaceId, city, onShow }: PartProps & { city: CityPosition }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className="map-list-row"
        aria-expanded={isOpen}
        onClick={() => {
          if (!isOpen) onShow(city);
          setOpen(!isOpen);
        }}
      >
        <ChevronRight size={16} aria-hidden="true" className="map-list-arrow" />
        <span className="min-w-0 flex-1 truncate">
          {city.city}
          {city.region && <span className="text-faint">, {city.region}</span>}
        </span>
        <span className="text-faint tabular-nums">{formatNumber(city.member_count)}</span>
      </button>
      {isOpen && (
        <div className="pb-2 pl-6">
          <CityPeople spaceId={spaceId} cityIds={[city.city_id]} />
        </div>
      )}
    </li>
  );
}
