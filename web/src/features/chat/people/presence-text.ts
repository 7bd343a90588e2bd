import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Says when someone was active last; `now` in milliseconds since 1970. */
export function toPresenceText(lastSeenAt: string | null, now: number): string {
  if (lastSeenAt === null) return t('Last seen recently');
  const at = Date.parse(lastSeenAt);
  const age = now - at;
  if (age < minute) return t('Online now');
  if (age < hour) return t('active {n, number}m ago', { n: Math.floor(age / minute) });
  if (age < 24 * hour) {
    const time = dateTimeFormat(clockFormat).format(at);
    return t('active {n, number}h ago ({time})', { n: Math.floor(age / hour), time });
  }
  const date = dateTimeFormat({ day: 'numeric', month: 'short', year: 'numeric', ...clockFormat }).format(at);
  return t('last seen {date}', { date });
}
