import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { mutedForGood } from '#contract/values/mute-durations.ts';

const day = 24 * 3_600_000;
const dayOf = (at: number): string => dateTimeFormat({ dateStyle: 'short' }).format(at);

/** The time today, the weekday and time within six days, and the date after that. */
function toFormat(at: number, now: number): Intl.DateTimeFormatOptions {
  if (dayOf(at) === dayOf(now)) return clockFormat;
  return at - now < 6 * day ? { weekday: 'short', ...clockFormat } : { month: 'short', day: 'numeric' };
}

/** `Muted until 6:00 PM`, `Muted until Sat 6:00 PM`, `Muted until Nov 28`; `Muted` if it has no end. `now` in milliseconds since 1970. */
export function toMutedText(until: string, now: number): string {
  if (until === mutedForGood) return t('Muted');
  const at = Date.parse(until);
  return t('Muted until {time}', { time: dateTimeFormat(toFormat(at, now)).format(at) });
}
