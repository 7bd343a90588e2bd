import { t } from '#contract/i18n/translate.ts';

/** Returns `Level 3 · Regular`, or `Level 3` if the level has no name. */
export const toLevelTitle = (level: number, name: string | null): string =>
  name ? t('Level {level} · {name}', { level, name }) : t('Level {level}', { level });

/** Returns `1 point`, `33,015 points`. */
export const toPointsText = (points: number): string =>
  t('{points, plural, one {# point} other {# points}}', { points });

/** Returns `12 points to level 4`: what is missing to the next level. */
export const toNextLevelText = (missing: number, level: number): string =>
  t('{missing, plural, one {# point} other {# points}} to level {level}', { missing, level: level + 1 });
