import { useState } from 'react';
import type { CalendarEventDetail } from '#contract/calendar.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { isFull } from './event-state.ts';
import { type Answer, useAnswer } from './use-answer.ts';

/** Going, Maybe, No. Pressing the one that stands takes it back, or with `all` carries it to the whole series. */
export function AnswerButtons({
  event,
}: {
  event: Omit<CalendarEventDetail, 'description' | 'repeat' | 'is_exception'>;
}) {
  const answer = useAnswer(event.id);
  const [all, setAll] = useState(false);
  const own = event.own_rsvp;
  const isGoing = own === 'going' || own === 'waiting';
  const options: { value: Answer; label: string; pressed: boolean }[] = [
    {
      value: 'going',
      label:
        own === 'waiting'
          ? 'On the waiting list'
          : isFull(event) && !isGoing
            ? 'Join the waiting list'
            : 'Going',
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
            onClick={() => answer.mutate({ answer: pressed && !all ? null : value, all })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {event.series_id && (
        <Checkbox
          className="mt-2"
          label="My answer is for every event of this series that lies ahead"
          checked={all}
          onChange={({ target }) => setAll(target.checked)}
        />
      )}
    </div>
  );
}
