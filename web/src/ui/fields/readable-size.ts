import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

type SizeLabel = (size: string) => string;
/** Units from 1,024 bytes on, each 1,024 times the one before. */
const UNITS: readonly SizeLabel[] = [
  (size) => t('{size} KB', { size }),
  (size) => t('{size} MB', { size }),
  (size) => t('{size} GB', { size }),
  (size) => t('{size} TB', { size }),
];

/** Formats a size in bytes: `640 KB`, `1.5 MB` (1 KB = 1,024 bytes). */
export function toReadableSize(bytes: number): string {
  let value = bytes;
  let toLabel: SizeLabel | undefined;
  for (const unit of UNITS) {
    // 1,023.6 KB would be rounded to "1024 KB".
    if (Math.round(value) < 1024) break;
    value /= 1024;
    toLabel = unit;
  }
  if (!toLabel) return t('{count, plural, one {# byte} other {# bytes}}', { count: Math.round(value) });
  return toLabel(formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 }));
}
