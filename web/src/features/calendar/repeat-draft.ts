import { type RepeatRule, type Weekday, weekdays } from '#contract/event-times.ts';
import { addDays, addMonths, type Day, daysBetween, startOfWeek } from './calendar-days.ts';
import { toOrdinal, weekdayNames } from './repeat-text.ts';

export const weekdayOf = (day: Day): Weekday => weekdays[daysBetween(startOfWeek(day), day)] ?? 'MO';

type MonthlyRule = Extract<RepeatRule, { frequency: 'monthly' }>;

/** Days of a month that a first day can stand for: the 21st, the third Saturday, the last day, the last Saturday. */
export function monthlyChoices(day: Day): { value: string; label: string; on: MonthlyRule['on'] }[] {
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
  return choices.map((on) => ({
    value: JSON.stringify(on),
    label:
      on.type === 'weekday'
        ? `On the ${toOrdinal(on.nth)} ${weekdayNames[on.weekday]}`
        : on.month_day === -1
          ? 'On the last day'
          : `On the ${toOrdinal(on.month_day)}`,
    on,
  }));
}

/** A rule of another frequency that fits the first day, ending as before. */
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

/** The rule once the first day is another: what was said of the old day is said of the new one. */
export function followDay(rule: RepeatRule | null, before: Day, after: Day): RepeatRule | null {
  if (!rule || before === '' || after === '') return rule;
  if (rule.frequency === 'weekly' && rule.weekdays.length === 1 && rule.weekdays[0] === weekdayOf(before))
    return { ...rule, weekdays: [weekdayOf(after)] };
  if (rule.frequency === 'monthly') {
    const kind = monthlyChoices(before).findIndex(({ value }) => value === JSON.stringify(rule.on));
    const on = monthlyChoices(after)[kind === -1 ? 0 : Math.min(kind, 1)]?.on;
    return on ? { ...rule, on } : rule;
  }
  return rule;
}
