export { GeneralPreferences as NotificationSettingsPage } from '#web/features/notifications/preferences/general-preferences.tsx';
