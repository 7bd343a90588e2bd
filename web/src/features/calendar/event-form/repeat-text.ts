import { firstDayOfWeek } from '#contract/i18n/calendar.ts';
import { formatList } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { weekdays } from '#contract/values/events/weekdays.ts';
import { toFullDay, toWeekdayName } from '../event/event-times.ts';

type MonthlyRule = Extract<RepeatRule, { frequency: 'monthly' }>;

/** The days of the week, from the first day of the reader's week. */
export function orderedWeekdays() {
  const first = firstDayOfWeek() - 1;
  return [...weekdays.slice(first), ...weekdays.slice(0, first)];
}

/** Describes how an event repeats: `Every 2 weeks on Monday and Friday, 12 times`. */
export function toRepeatText(rule: RepeatRule): string {
  const { ends } = rule;
  const rhythm = toRhythm(rule);
  return ends.type === 'until'
    ? t('{rhythm}, until {day}', { rhythm, day: toFullDay(ends.until) })
    : t('{count, plural, =1 {{rhythm}, once} other {{rhythm}, # times}}', { rhythm, count: ends.count });
}

function toRhythm(rule: RepeatRule): string {
  const { interval } = rule;
  switch (rule.frequency) {
    case 'daily':
      return t('{interval, plural, =1 {Every day} other {Every # days}}', { interval });
    case 'weekly': {
      const names = orderedWeekdays().filter((day) => rule.weekdays.includes(day));
      return t('{interval, plural, =1 {Every week on {days}} other {Every # weeks on {days}}}', {
        interval,
        days: formatList(names.map((day) => toWeekdayName(day, 'long'))),
      });
    }
    case 'monthly':
      return toMonthlyRhythm(rule);
    case 'yearly':
      return t('{interval, plural, =1 {Every year} other {Every # years}}', { interval });
  }
}

function toMonthlyRhythm({ interval, on }: MonthlyRule): string {
  if (on.type === 'date') {
    return on.month_day === -1
      ? t('{interval, plural, =1 {Every month on the last day} other {Every # months on the last day}}', {
          interval,
        })
      : t(
          '{interval, plural, =1 {Every month} other {Every # months}} on the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
          { interval, day: on.month_day },
        );
  }
  const weekday = toWeekdayName(on.weekday, 'long');
  return on.nth === -1
    ? t(
        '{interval, plural, =1 {Every month on the last {weekday}} other {Every # months on the last {weekday}}}',
        { interval, weekday },
      )
    : t(
        '{interval, plural, =1 {Every month} other {Every # months}} on the {nth, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {weekday}',
        { interval, nth: on.nth, weekday },
      );
}

/** Describes the day of a monthly rule: `On the 21st`, `On the last Saturday`. */
export function toMonthlyDay(on: MonthlyRule['on']): string {
  if (on.type === 'date') {
    return on.month_day === -1
      ? t('On the last day')
      : t('On the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { day: on.month_day });
  }
  const weekday = toWeekdayName(on.weekday, 'long');
  return on.nth === -1
    ? t('On the last {weekday}', { weekday })
    : t('On the {nth, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {weekday}', {
        nth: on.nth,
        weekday,
      });
}
