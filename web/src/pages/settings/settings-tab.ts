import type { Message } from '#contract/i18n/translate.ts';

/** A tab of the settings, declared in `pages/settings/<name>.settings-tab.ts`. */
export interface SettingsTab {
  /** Unique; also the last segment of its address. */
  name: string;
  label: Message;
  /** Tabs are in ascending order. */
  position: number;
}

export const defineSettingsTab = (tab: SettingsTab): SettingsTab => tab;
