import type { Lock, UnmetRule } from '#contract/features/access/access.ts';
import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

const dayFormat = { year: 'numeric', month: 'long', day: 'numeric' } as const;

/** A time to the minute in a time zone, by default the reader's own: `December 1, 2026 at 6:00 PM`. */
export const toMinuteText = (at: string, timeZone?: string): string =>
  dateTimeFormat({ ...dayFormat, ...clockFormat, ...(timeZone ? { timeZone } : {}) }).format(new Date(at));

/** What someone must do to meet a rule, as a line of a list. */
export function toStep({ rule, opens_at, title }: UnmetRule, timeZone?: string): string {
  if (opens_at !== null) return t('Opens {time}', { time: toMinuteText(opens_at, timeZone) });
  switch (rule.kind) {
    case 'level':
      return t('Reach level {level}', { level: rule.level });
    case 'days':
      return t('Be a member for {days, plural, one {# day} other {# days}}', { days: rule.days });
    case 'plan':
      return t('Be a paying member');
    case 'purchase':
      return t('Buy access');
    case 'prerequisite':
      return title === null ? t('Complete something else first') : t('Complete “{title}”', { title });
    case 'date':
    case 'grant':
      return t('Get access from the owner or an admin');
  }
}

/** Says on the page of a locked item what someone must do, or wait for, to meet a rule. */
export const toUnmetText = (unmet: UnmetRule, timeZone?: string): string =>
  unmet.opens_at !== null
    ? t('Wait until {time}', { time: toMinuteText(unmet.opens_at, timeZone) })
    : toStep(unmet, timeZone);

/** A lock in one line: the time if one only has to wait, and the first step. */
export function toLockLine(lock: Lock, timeZone?: string): string {
  if (lock.opens_at !== null) {
    const time = toMinuteText(lock.opens_at, timeZone);
    const sooner = lock.match === 'any' && lock.unmet.find(({ opens_at }) => opens_at === null);
    if (sooner) return t('{step}, or wait until {time}', { step: toStep(sooner), time });
    return t('Opens {time}', { time });
  }
  const [first] = lock.unmet;
  if (!first) return t('Locked');
  if (lock.unmet.length === 1) return toStep(first, timeZone);
  const count = lock.unmet.length;
  return lock.match === 'any'
    ? t('{count, plural, one {1 of # condition} other {1 of # conditions}} to meet', { count })
    : t('{count, plural, one {# condition} other {# conditions}} to meet', { count });
}
