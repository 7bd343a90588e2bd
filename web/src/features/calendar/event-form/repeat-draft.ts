import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { type Weekday, weekdays } from '#contract/values/events/weekdays.ts';
import { addDays, addMonths, type Day, dayOfWeek, isDay } from '../views/calendar-days.ts';
import { toMonthlyDay } from './repeat-text.ts';

export const weekdayOf = (day: Day): Weekday => weekdays[dayOfWeek(day) - 1] ?? 'MO';

type MonthlyRule = Extract<RepeatRule, { frequency: 'monthly' }>;

/**
 * Monthly rules that match the first day: the 21st, the third Saturday, the last day, the last Saturday. `chosen` is
 * included even if it doesn't match, because one event of a series may have been moved away from its rule.
 */
export function monthlyChoices(
  day: Day,
  chosen?: MonthlyRule['on'],
): { value: string; label: string; on: MonthlyRule['on'] }[] {
  const date = Number(day.slice(8));
  const weekday = weekdayOf(day);
  const lastDate = Number(addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1).slice(8));
  const nth = Math.ceil(date / 7);
  const choices: MonthlyRule['on'][] = [
    { type: 'date', month_day: date },
    { type: 'weekday', nth, weekday },
    ...(date === lastDate ? [{ type: 'date', month_day: -1 } as const] : []),
    ...(date > lastDate - 7 ? [{ type: 'weekday', nth: -1, weekday } as const] : []),
  ];
  if (chosen && !choices.some((on) => isSame(on, chosen))) choices.push(chosen);
  return choices.map((on) => ({ value: toValue(on), label: toMonthlyDay(on), on }));
}

/** The value of a monthly rule, independent of the order of its fields. */
export const toValue = (on: MonthlyRule['on']): string =>
  on.type === 'date' ? `date:${on.month_day}` : `weekday:${on.nth}:${on.weekday}`;
const isSame = (a: MonthlyRule['on'], b: MonthlyRule['on']) => toValue(a) === toValue(b);
const isLast = (on: MonthlyRule['on']) => (on.type === 'date' ? on.month_day : on.nth) === -1;

/** A rule with another frequency that matches the first day and ends as before. */
export function toFrequency(
  frequency: RepeatRule['frequency'],
  day: Day,
  before: RepeatRule | null,
): RepeatRule {
  const ends = before?.ends ?? { type: 'count', count: 10 };
  const shared = { interval: before?.interval ?? 1, ends };
  switch (frequency) {
    case 'weekly':
      return { frequency, weekdays: [weekdayOf(day)], ...shared };
    case 'monthly':
      return { frequency, on: monthlyChoices(day)[0]?.on ?? { type: 'date', month_day: 1 }, ...shared };
    case 'daily':
    case 'yearly':
      return { frequency, ...shared };
  }
}

/** Moves the rule along with the first day: parts that matched the old day match the new one. */
export function followDay(rule: RepeatRule | null, before: Day, after: Day): RepeatRule | null {
  if (!rule || !isDay(before) || !isDay(after)) return rule;
  if (rule.frequency === 'weekly' && rule.weekdays.length === 1 && rule.weekdays[0] === weekdayOf(before))
    return { ...rule, weekdays: [weekdayOf(after)] };
  if (rule.frequency === 'monthly') {
    const { on } = rule;
    if (!monthlyChoices(before).some((choice) => isSame(choice.on, on))) return rule;
    const alike = monthlyChoices(after).filter((choice) => choice.on.type === on.type);
    const next = alike.find((choice) => isLast(choice.on) === isLast(on)) ?? alike[0];
    return next ? { ...rule, on: next.on } : rule;
  }
  return rule;
}
