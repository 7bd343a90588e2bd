import { useMemo } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { browserTimeZone, timeZoneOptions } from '#web/lib/text/time-zones.ts';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { toZoneName } from '../event/event-times.ts';
import { lastDay } from '../views/calendar-days.ts';
import { type EventDraft, type Problems, withStartClock, withStartDay } from './event-draft.ts';
import { followDay } from './repeat-draft.ts';

interface TimeFieldsProps {
  draft: EventDraft;
  problems: Problems;
  /** For a series, the server moves the recurrence rule along, and only if every event moves. */
  inSeries: boolean;
  onChange: (draft: EventDraft) => void;
}

/** Start, end and time zone. */
export function TimeFields({ draft, problems, inSeries, onChange }: TimeFieldsProps) {
  const zones = useMemo(() => timeZoneOptions([browserTimeZone(), draft.time_zone]), [draft.time_zone]);
  const setDay = (day: string) => {
    const repeat = inSeries ? draft.repeat : followDay(draft.repeat, draft.starts_day, day);
    onChange({ ...withStartDay(draft, day), repeat });
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-2 items-start gap-3">
        <DateField
          label={t('Start date')}
          required
          max={lastDay}
          value={draft.starts_day}
          error={problems.starts_day}
          onChange={setDay}
        />
        {!draft.all_day && (
          <TimeField
            label={t('Start time')}
            required
            value={draft.starts_clock}
            onChange={(clock) => onChange(withStartClock(draft, clock))}
          />
        )}
        <DateField
          label={t('End date')}
          required
          min={draft.starts_day}
          max={lastDay}
          value={draft.ends_day}
          error={problems.ends_day}
          onChange={(ends_day) => onChange({ ...draft, ends_day })}
        />
        {!draft.all_day && (
          <TimeField
            label={t('End time')}
            required
            value={draft.ends_clock}
            onChange={(ends_clock) => onChange({ ...draft, ends_clock })}
          />
        )}
      </div>
      <Switch
        label={t('All day')}
        checked={draft.all_day}
        onChange={({ target }) => onChange({ ...draft, all_day: target.checked })}
      />
      {!draft.all_day && (
        <Combobox
          label={t('Time zone')}
          hint={
            draft.time_zone === browserTimeZone()
              ? t('Your time zone. Others see the event in theirs.')
              : t('Your time zone is {zone}. Others see the event in theirs.', {
                  zone: toZoneName(browserTimeZone(), new Date().toISOString()),
                })
          }
          error={problems.time_zone}
          options={zones}
          value={zones.find(({ value }) => value === draft.time_zone) ?? null}
          onChange={(zone) => zone && onChange({ ...draft, time_zone: zone.value })}
          emptyText={t('No time zones found.')}
        />
      )}
    </div>
  );
}
