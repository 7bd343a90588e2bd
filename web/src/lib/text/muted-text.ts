import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { mutedForGood } from '#contract/values/mute-durations.ts';

const dayOf = (at: number): string => dateTimeFormat({ dateStyle: 'short' }).format(at);

/**
 * `Muted until 6:00 PM`, or `Muted until Nov 21, 6:00 PM` if that is on another day; `Muted` if it has no end. `now` in
 * milliseconds since 1970.
 */
export function toMutedText(until: string, now: number): string {
  if (until === mutedForGood) return t('Muted');
  const at = Date.parse(until);
  const date = dayOf(at) === dayOf(now) ? {} : ({ month: 'short', day: 'numeric' } as const);
  return t('Muted until {time}', { time: dateTimeFormat({ ...date, ...clockFormat }).format(at) });
}
