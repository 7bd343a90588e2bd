import { formatNumber, formatTenths } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

/** Formats a count; above 1000 in thousands with one decimal: `950`, `1.2k`, `10.0k`. */
export function toCount(count: number): string {
  if (count < 1000) return formatNumber(count);
  if (count === 1000) return '1000';
  return t('{thousands}k', { thousands: formatTenths(Math.floor(count / 100) / 10) });
}

/** Formats a member count: `1 member`, `1.2k members`. */
export function toMemberCount(count: number): string {
  return t('{count, plural, one {{members} member} other {{members} members}}', {
    count,
    members: toCount(count),
  });
}
