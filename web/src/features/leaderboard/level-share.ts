import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

const toPercent = (share: number) => formatNumber(share, { style: 'percent' });

/** Formats a share as `12%`; a nonzero share never shows as 0%. */
export function toShare(count: number, all: number): string {
  if (count === 0 || all === 0) return toPercent(0);
  const share = count / all;
  return share < 0.005 ? t("'<' {percent}", { percent: toPercent(0.01) }) : toPercent(share);
}
