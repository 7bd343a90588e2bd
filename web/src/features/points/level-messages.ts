import { t } from '#contract/i18n/translate.ts';
/** Returns `Level 3 · Regular`, or `Level 3` if the level has no name. */
export const toLevelTitle = (level: number, name: string | null): string =>
  name ? t('Level {level} · {name}', { level, name }) : t('Level {level}', { level });

export const toPointsText = (points: number): string =>
  points === 1 ? '1 point' : `${points.toLocaleString('en')} points`;
