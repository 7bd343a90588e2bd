import { Check } from 'lucide-react';
import { useState } from 'react';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/fields/choice.tsx';
import { isFull } from './event-state.ts';
import { type RsvpChoice, useRsvp } from './use-rsvp.ts';

/** Going, Maybe, No: the main button is the current choice, or Going. Pressing the current choice removes the RSVP, or with `all` applies it to the whole series. */
export function RsvpButtons({
  event,
}: {
  event: Omit<CalendarEventDetail, 'description' | 'repeat' | 'is_exception' | 'moved_from'>;
}) {
  const rsvp = useRsvp(event.id);
  const [all, setAll] = useState(false);
  const viewerRsvp = event.viewer_rsvp;
  const isGoing = viewerRsvp === 'going' || viewerRsvp === 'waiting';
  const options: { value: RsvpChoice; label: string; pressed: boolean }[] = [
    {
      value: 'going',
      label:
        viewerRsvp === 'waiting'
          ? t('On the waitlist')
          : isFull(event) && !isGoing
            ? t('Join waitlist')
            : t('Going'),
      pressed: isGoing,
    },
    { value: 'maybe', label: t('Maybe'), pressed: viewerRsvp === 'maybe' },
    { value: 'no', label: t('No'), pressed: viewerRsvp === 'no' },
  ];
  return (
    <div className="w-full">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('Are you going?')}</legend>
        {options.map(({ value, label, pressed }) => (
          <Button
            key={value}
            variant={pressed || (value === 'going' && viewerRsvp === null) ? 'primary' : 'secondary'}
            icon={pressed && <Check size={18} aria-hidden="true" />}
            aria-pressed={pressed}
            onClick={() => rsvp.mutate({ rsvp: pressed && !all ? null : value, all })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {event.series_id && (
        <Checkbox
          className="mt-2"
          label={t('Apply to all upcoming events in this series')}
          checked={all}
          onChange={({ target }) => setAll(target.checked)}
        />
      )}
    </div>
  );
}
