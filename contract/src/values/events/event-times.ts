import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { maxRepeatInterval, maxSeriesEvents } from '../limits.ts';
import { weekdays } from './weekdays.ts';

export const weekday = z.enum(weekdays);

const isRealDay = (text: string) => {
  const day = text.slice(0, 10);
  const time = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
};

/** A date without a time zone: `2026-11-21`, from 2000 to 2099. */
export const localDate = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/, { error: () => t('Enter a valid date.') })
  .refine(isRealDay, { error: () => t("This date doesn't exist.") });

/** A local time without a time zone, to the minute: `2026-11-21T18:00`, from 2000 to 2099. */
export const localTime = z
  .string()
  .regex(/^20\d\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('Enter a valid date and time.') })
  .refine(isRealDay, { error: () => t("This date doesn't exist.") });

const interval = z
  .number()
  .int()
  .min(1)
  .max(maxRepeatInterval, { error: () => t('The maximum is 99.') })
  .default(1);

/**
 * When a series ends: after a number of events, including the first, or on a date in the event's time zone (inclusive).
 */
const ends = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('count'),
    count: z
      .number()
      .int()
      .min(1)
      .max(maxSeriesEvents, { error: () => t('A series can have up to 200 events.') }),
  }),
  z.object({ type: z.literal('until'), until: localDate }),
]);

/**
 * How an event repeats, in the local time of its own time zone: 18:00 stays 18:00 across clock changes. The first event
 * is on the first day from `starts_local` on that matches the rule.
 */
export const repeatRule = z.discriminatedUnion('frequency', [
  z.object({ frequency: z.literal('daily'), interval, ends }),
  z.object({
    frequency: z.literal('weekly'),
    /** Every n weeks; weeks start on Monday. */
    interval,
    weekdays: z
      .array(weekday)
      .min(1, { error: () => t('Choose at least one day of the week.') })
      .max(7)
      .refine((days) => new Set(days).size === days.length, {
        error: () => t('Choose each day of the week only once.'),
      }),
    ends,
  }),
  z.object({
    frequency: z.literal('monthly'),
    interval,
    on: z.discriminatedUnion('type', [
      /** The day of the month; -1 is the last day. Months without a 31st (30th, 29th) are skipped. */
      z.object({
        type: z.literal('date'),
        month_day: z.union([z.number().int().min(1).max(31), z.literal(-1)]),
      }),
      /** The nth weekday of this kind; -1 is the last one. Months without a fifth are skipped. */
      z.object({
        type: z.literal('weekday'),
        nth: z.union([z.number().int().min(1).max(5), z.literal(-1)]),
        weekday,
      }),
    ]),
    ends,
  }),
  /** On the date of the first event; February 29 in leap years only. */
  z.object({ frequency: z.literal('yearly'), interval, ends }),
]);
export type RepeatRule = z.output<typeof repeatRule>;
