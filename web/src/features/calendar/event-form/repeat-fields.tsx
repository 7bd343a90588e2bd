import '#web/styles/lazy/fields.css';
import { useState } from 'react';
import { msg, t } from '#contract/i18n/translate.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { type Weekday, weekdays } from '#contract/values/events/weekdays.ts';
import { maxRepeatInterval, maxSeriesEvents } from '#contract/values/limits.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toWeekdayName } from '../event/event-times.ts';
import { addMonths, type Day, isDay, lastDay } from '../views/calendar-days.ts';
import { monthlyChoices, toFrequency, toValue } from './repeat-draft.ts';
import { orderedWeekdays, toRepeatText } from './repeat-text.ts';

interface RepeatFieldsProps {
  rule: RepeatRule | null;
  /** The first day of the event. */
  day: Day;
  error?: string | undefined;
  /** True for an existing series: it can't become a single event. */
  mustRepeat: boolean;
  onChange: (rule: RepeatRule | null) => void;
}

const frequencies = [
  { value: 'none', label: msg("Doesn't repeat") },
  { value: 'daily', label: msg('Every day') },
  { value: 'weekly', label: msg('Every week') },
  { value: 'monthly', label: msg('Every month') },
  { value: 'yearly', label: msg('Every year') },
] as const;

/** The unit of an interval, which is shown beside its number. */
function toUnit({ frequency, interval }: RepeatRule): string {
  switch (frequency) {
    case 'daily':
      return t('{interval, plural, one {day} other {days}}', { interval });
    case 'weekly':
      return t('{interval, plural, one {week} other {weeks}}', { interval });
    case 'monthly':
      return t('{interval, plural, one {month} other {months}}', { interval });
    case 'yearly':
      return t('{interval, plural, one {year} other {years}}', { interval });
  }
}

interface NumberFieldProps {
  label: string;
  suffix?: string;
  value: number;
  largest: number;
  onChange: (value: number) => void;
}

/** An integer of at least 1. It can be empty while typing; otherwise a 1 would appear before the next digit. */
function NumberField({ label, suffix, value, largest, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      max={largest}
      inputMode="numeric"
      suffix={suffix}
      value={typed ?? String(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value !== '') onChange(toNumber(target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Keeps values that are too large, so that validation reports them instead of changing them. */
const toNumber = (text: string) => Math.max(1, Math.round(Number(text)) || 1);

/** How an event repeats, and until when. */
export function RepeatFields({ rule, day, error, mustRepeat, onChange }: RepeatFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <Select
        label={t('Repeat')}
        options={(mustRepeat ? frequencies.slice(1) : frequencies).map((option) => ({
          ...option,
          label: t(option.label),
        }))}
        value={rule?.frequency ?? 'none'}
        onChange={(value) =>
          onChange(value === 'none' ? null : toFrequency(value as RepeatRule['frequency'], day, rule))
        }
        error={error}
      />
      {rule && (
        <div className="grid grid-cols-1 gap-3 rounded-md bg-sunken p-3">
          <div className="grid grid-cols-2 gap-3">
            <NumberField
              label={t('Every')}
              largest={maxRepeatInterval}
              suffix={toUnit(rule)}
              value={rule.interval}
              onChange={(interval) => onChange({ ...rule, interval })}
            />
            {rule.frequency === 'monthly' && (
              <Select
                label={t('Day')}
                options={monthlyChoices(day, rule.on)}
                value={toValue(rule.on)}
                onChange={(value) => {
                  const on = monthlyChoices(day).find((choice) => choice.value === value)?.on;
                  if (on) onChange({ ...rule, on });
                }}
              />
            )}
          </div>
          {rule.frequency === 'weekly' && (
            <WeekdayChoice
              value={rule.weekdays}
              onChange={(chosen) => onChange({ ...rule, weekdays: chosen })}
            />
          )}
          <SeriesEnd ends={rule.ends} day={day} onChange={(ends) => onChange({ ...rule, ends })} />
          <p className="text-sm text-soft">{toRepeatText(rule)}</p>
        </div>
      )}
    </div>
  );
}

interface WeekdayChoiceProps {
  value: readonly Weekday[];
  onChange: (value: Weekday[]) => void;
}

/** The days of the week on which an event repeats. */
function WeekdayChoice({ value, onChange }: WeekdayChoiceProps) {
  return (
    <fieldset>
      <legend className="field-label mb-1.5">{t('On')}</legend>
      <div className="grid max-w-96 grid-cols-7 gap-1 sm:gap-1.5">
        {orderedWeekdays().map((name) => {
          const isOn = value.includes(name);
          return (
            <button
              key={name}
              type="button"
              className="chip justify-center !px-0"
              aria-pressed={isOn}
              onClick={() =>
                onChange(weekdays.filter((other) => (other === name ? !isOn : value.includes(other))))
              }
            >
              <span aria-hidden="true">{toWeekdayName(name, 'short')}</span>
              <span className="sr-only">{toWeekdayName(name, 'long')}</span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

interface SeriesEndProps {
  ends: RepeatRule['ends'];
  /** The first day of the event. */
  day: Day;
  onChange: (ends: RepeatRule['ends']) => void;
}

/** When a series ends: after a number of events, or on a day. */
function SeriesEnd({ ends, day, onChange }: SeriesEndProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label={t('Series ends')}
        options={[
          { value: 'count', label: t('After') },
          { value: 'until', label: t('On date') },
        ]}
        value={ends.type}
        onChange={(type) =>
          onChange(type === 'until' ? { type, until: addMonths(day, 3) } : { type: 'count', count: 10 })
        }
      />
      {ends.type === 'count' ? (
        <NumberField
          label={t('Number of events')}
          largest={maxSeriesEvents}
          value={ends.count}
          onChange={(count) => onChange({ type: 'count', count })}
        />
      ) : (
        <DateField
          label={t('Last date')}
          min={day}
          max={lastDay}
          value={ends.until}
          onChange={(until) => isDay(until) && onChange({ type: 'until', until })}
        />
      )}
    </div>
  );
}
