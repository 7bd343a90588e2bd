import { msg } from '#contract/i18n/translate.ts';
import { defineSettingsTab } from './settings-tab.ts';

export const notificationsSettingsTab = defineSettingsTab({
  name: 'notifications',
  label: msg('Notifications'),
  position: 30,
});
