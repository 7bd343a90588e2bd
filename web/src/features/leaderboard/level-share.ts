import { formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

/** Formats the share of members on a level, such as `12%`. Returns `< 1%` for a nonzero share that rounds to 0%. */
export function formatLevelShare(count: number, all: number): string {
  if (count === 0 || all === 0) return formatPercent(0);
  const share = count / all;
  return share < 0.005 ? t("'<' {percent}", { percent: formatPercent(0.01) }) : formatPercent(share);
}
