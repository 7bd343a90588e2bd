import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { ThemeChoice } from '#web/ui/theme/theme.ts';

const themes: { value: ThemeChoice; label: Message }[] = [
  { value: 'system', label: msg('System') },
  { value: 'light', label: msg('Light') },
  { value: 'dark', label: msg('Dark') },
];

/** The themes to choose from, with their names. */
export const themeOptions = () => themes.map(({ value, label }) => ({ value, label: t(label) }));
