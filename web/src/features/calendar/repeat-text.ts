import type { RepeatRule, Weekday } from '#contract/event-times.ts';
import { t } from '#contract/i18n/translate.ts';
import { toFullDay } from './event-times.ts';

export const weekdayNames: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

export function toOrdinal(nth: number): string {
  if (nth === -1) return 'last';
  const ending = nth % 100 > 10 && nth % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th');
  return `${nth}${ending}`;
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' });
const every = (interval: number, one: string, many: string) =>
  interval === 1 ? t('Every {one}', { one }) : t('Every {interval} {many}', { interval, many });

/** Describes how an event repeats: `Every 2 weeks on Monday and Friday, 12 times`. */
export function toRepeatText(rule: RepeatRule): string {
  return `${toRhythm(rule)}${toEnding(rule)}`;
}

function toRhythm(rule: RepeatRule): string {
  switch (rule.frequency) {
    case 'daily':
      return every(rule.interval, 'day', 'days');
    case 'weekly':
      return `${every(rule.interval, 'week', 'weeks')} on ${listed.format(rule.weekdays.map((day) => weekdayNames[day]))}`;
    case 'monthly': {
      const { on } = rule;
      const day =
        on.type === 'weekday'
          ? `${toOrdinal(on.nth)} ${weekdayNames[on.weekday]}`
          : on.month_day === -1
            ? t('last day')
            : toOrdinal(on.month_day);
      return `${every(rule.interval, 'month', 'months')} on the ${day}`;
    }
    case 'yearly':
      return every(rule.interval, 'year', 'years');
  }
}

function toEnding({ ends }: RepeatRule): string {
  if (ends.type === 'until') return `, until ${toFullDay(ends.until)}`;
  return ends.count === 1 ? ', once' : t(', {count} times', { count: ends.count });
}
