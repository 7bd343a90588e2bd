import { loadLater } from '#web/lib/lazy-popup.tsx';

export const spaceDropdown = loadLater(async () => (await import('./space-dropdown.tsx')).SpaceDropdown);
export const spaceDrawer = loadLater(async () => (await import('./space-drawer.tsx')).SpaceDrawer);
export const profileMenu = loadLater(async () => (await import('./profile-menu.tsx')).ProfileMenu);
export const spaceSwitcher = loadLater(async () => (await import('./space-switcher.tsx')).SpaceSwitcher);
