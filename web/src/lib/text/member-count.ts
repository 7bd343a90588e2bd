import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };

/** Formats a count; from 1000 on in thousands with one decimal: `950`, `1.2k`, `10.0k`. */
export function toCount(count: number): string {
  if (count <= 1000) return formatNumber(count, count < 1000 ? undefined : { useGrouping: false });
  return t('{thousands}k', { thousands: formatNumber(Math.floor(count / 100) / 10, oneDigit) });
}

/** Formats a member count: `1 member`, `1.2k members`. */
export function toMemberCount(count: number): string {
  return t('{count, plural, one {{members} member} other {{members} members}}', {
    count,
    members: toCount(count),
  });
}
