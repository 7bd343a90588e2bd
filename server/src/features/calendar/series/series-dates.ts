import { Temporal } from '@js-temporal/polyfill';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import { weekdays } from '#contract/values/events/weekdays.ts';

const dayOf = (local: string) => Temporal.PlainDate.from(local.slice(0, 10));
const isLastOfMonth = (date: Temporal.PlainDate) => date.day === date.daysInMonth;
const isInLastWeek = (date: Temporal.PlainDate) => date.day > date.daysInMonth - 7;

/** Returns the rule of a series moved to another day: what referred to the old day refers to the new one. */
export function shiftRule(rule: RepeatRule, from: string, to: string): RepeatRule {
  const before = dayOf(from);
  const date = dayOf(to);
  const { days } = before.until(date, { largestUnit: 'day' });
  if (days === 0) return rule;
  const ends =
    rule.ends.type === 'until'
      ? { type: 'until' as const, until: dayOf(rule.ends.until).add({ days }).toString() }
      : rule.ends;
  const weekdayOf = (number: number) => weekdays[((number % 7) + 7) % 7] ?? 'MO';
  switch (rule.frequency) {
    case 'daily':
    case 'yearly':
      return { ...rule, ends };
    case 'weekly': {
      const moved = rule.weekdays.map((day) => weekdayOf(weekdays.indexOf(day) + days));
      return { ...rule, weekdays: weekdays.filter((day) => moved.includes(day)), ends };
    }
    case 'monthly': {
      if (rule.on.type === 'date') {
        const staysLast = rule.on.month_day === -1 && isLastOfMonth(date);
        return { ...rule, on: { type: 'date', month_day: staysLast ? -1 : date.day }, ends };
      }
      const staysLast = rule.on.nth === -1 && isInLastWeek(date);
      const nth = staysLast ? -1 : Math.ceil(date.day / 7);
      return { ...rule, on: { type: 'weekday', nth, weekday: weekdayOf(date.dayOfWeek - 1) }, ends };
    }
  }
}

/** Returns the rule of a series that ends after its first `count` events. */
export function endAfter(rule: RepeatRule, count: number): RepeatRule {
  return { ...rule, ends: { type: 'count', count } };
}

/** Returns the rule of a series without its first `skipped` events. */
export function remainingRule(rule: RepeatRule, skipped: number): RepeatRule {
  return rule.ends.type === 'count' ? endAfter(rule, rule.ends.count - skipped) : rule;
}
