import { useState } from 'react';
import type { CalendarEventDetail } from '#contract/calendar.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { isFull } from './event-state.ts';
import { type Answer, useRsvp } from './use-rsvp.ts';

/** Going, Maybe, No. Pressing the one that stands takes it back, or with `all` carries it to the whole series. */
export function RsvpButtons({
  event,
}: {
  event: Omit<CalendarEventDetail, 'description' | 'repeat' | 'is_exception'>;
}) {
  const rsvp = useRsvp(event.id);
  const [all, setAll] = useState(false);
  const own = event.viewer_rsvp;
  const isGoing = own === 'going' || own === 'waiting';
  const options: { value: Answer; label: string; pressed: boolean }[] = [
    {
      value: 'going',
      label: own === 'waiting' ? 'On the waitlist' : isFull(event) && !isGoing ? 'Join waitlist' : 'Going',
      pressed: isGoing,
    },
    { value: 'maybe', label: 'Maybe', pressed: own === 'maybe' },
    { value: 'no', label: 'No', pressed: own === 'no' },
  ];
  return (
    <div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Will you come?</legend>
        {options.map(({ value, label, pressed }) => (
          <Button
            key={value}
            variant={pressed ? 'primary' : 'secondary'}
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
          label="Apply to all upcoming events in this series"
          checked={all}
          onChange={({ target }) => setAll(target.checked)}
        />
      )}
    </div>
  );
}
