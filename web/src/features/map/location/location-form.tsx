import '#web/styles/lazy/map.css';
import { MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { City } from '#contract/features/map/map.ts';
import { t } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { toLocationName } from '../map-messages.ts';
import type { ChooseCityProps } from './choose-city.tsx';
import { useSetLocation } from './use-set-location.ts';

const { Component: ChooseCity, preload } = lazyComponent<ChooseCityProps>(
  async () => (await import('./choose-city.tsx')).ChooseCity,
);
const preloadForm = () => void preload();

/** The viewer's location on the map of this space, with buttons to set and remove it. */
export function LocationForm({
  spaceId,
  spaceName,
  myCity,
}: {
  spaceId: string;
  spaceName: string;
  myCity: City | null;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const share = useSetLocation(spaceId);
  const opener = useRef<HTMLButtonElement>(null);
  const wasChoosing = useRef(false);
  // The focus returns to the button that opened the form.
  useEffect(() => {
    if (wasChoosing.current && !isChoosing) opener.current?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing]);
  if (isChoosing) {
    return (
      <ChooseCity
        fallback={<Skeleton shape="block" height="12rem" />}
        onLoadFailure={() => setChoosing(false)}
        spaceName={spaceName}
        isSending={share.isPending}
        onCancel={() => setChoosing(false)}
        onChoose={(city) => share.mutate(city, { onSuccess: () => setChoosing(false) })}
      />
    );
  }
  return (
    <div className="map-share">
      <MapPin size={20} className="mt-0.5 flex-none text-accent-text" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {myCity ? (
          <p>
            {tRich('Your location: <strong>{location}</strong>.', {
              location: toLocationName(myCity),
              strong: (text) => <strong>{text}</strong>,
            })}
          </p>
        ) : (
          <p>{t("You're not on the map yet.")}</p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            ref={opener}
            size="sm"
            variant={myCity ? 'secondary' : 'primary'}
            onClick={() => setChoosing(true)}
            onPointerEnter={preloadForm}
            onFocus={preloadForm}
          >
            {myCity ? t('Change') : t('Add my location')}
          </Button>
          {myCity && (
            <Button size="sm" variant="quiet" loading={share.isPending} onClick={() => share.mutate(null)}>
              {t('Remove my location')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
