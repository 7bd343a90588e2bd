import '#web/styles/lazy/map.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { City } from '#contract/features/map/map.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/fields/combobox.tsx';
import { citySearchQuery } from '../map.api.ts';
import { toLocationName } from '../map-messages.ts';

const searchDelay = 200;

export interface ChooseCityProps {
  spaceName: string;
  isSending: boolean;
  onChoose: (city: City) => void;
  onCancel: () => void;
}

/** Form to search and choose a city. */
export function ChooseCity({ spaceName, isSending, onChoose, onCancel }: ChooseCityProps) {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<City | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // The button that opened the form is gone. The whole form comes into view, not only the field.
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true });
    form.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  const isLongEnough = query.length >= 2;
  const found = useQuery({
    ...citySearchQuery(query),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const cities = isLongEnough ? (found.data?.cities ?? []) : [];
  const toOption = (city: City): ComboboxOption => ({
    value: String(city.city_id),
    label: toLocationName(city),
  });
  return (
    <form
      ref={form}
      className="map-share flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (selected) onChoose(selected);
      }}
    >
      <Combobox
        label={t('City')}
        placeholder={t('Start typing a city')}
        hint={t(
          "Visible to members of {spaceName}. Rounded to about 10 km; your device's location isn't used.",
          { spaceName },
        )}
        options={cities.map(toOption)}
        onSearch={setText}
        loading={found.isFetching}
        emptyText={
          isLongEnough ? t('No city found. Try a larger one nearby.') : t('Type at least 2 letters.')
        }
        value={selected && toOption(selected)}
        onChange={(option) =>
          setSelected(cities.find((city) => String(city.city_id) === option?.value) ?? null)
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={!selected} loading={isSending}>
          {t('Share')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
