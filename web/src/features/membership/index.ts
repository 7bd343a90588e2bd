export { AppearOfflineSwitch } from './appear-offline-switch.tsx';
export { defineMembershipTab } from './membership-tab.ts';
export { useMembershipSettings } from './use-membership-settings.tsx';
