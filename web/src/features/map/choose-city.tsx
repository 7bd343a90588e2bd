import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { City } from '#contract/map.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx';
import { citySearchQuery } from './map.api.ts';
import { toPlaceName } from './map-texts.ts';

const searchDelay = 200;

export interface ChooseCityProps {
  spaceName: string;
  isSending: boolean;
  onChoose: (city: City) => void;
  onCancel: () => void;
}

/** The form that a city is looked up and chosen in. */
export function ChooseCity({ spaceName, isSending, onChoose, onCancel }: ChooseCityProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState<City | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  const enough = asked.length >= 2;
  const found = useQuery({ ...citySearchQuery(asked), enabled: enough, placeholderData: keepPreviousData });
  const cities = enough ? (found.data?.cities ?? []) : [];
  const toOption = (city: City): ComboboxOption => ({
    value: String(city.city_id),
    label: toPlaceName(city),
  });
  return (
    <form
      className="map-share flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onChoose(chosen);
      }}
    >
      <Combobox
        label="Your city, or one nearby"
        placeholder="Begin to type its name"
        hint={`Members of ${spaceName} see you there. It is rounded to about 10 km, and your device is never asked where it is.`}
        options={cities.map(toOption)}
        onSearch={setText}
        loading={found.isFetching}
        emptyText={enough ? 'No city of that name. Try a larger one nearby.' : 'Type two letters or more.'}
        value={chosen && toOption(chosen)}
        onChange={(option) =>
          setChosen(cities.find((city) => String(city.city_id) === option?.value) ?? null)
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={!chosen} loading={isSending}>
          Share
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
