import { loadComponent } from '#web/lib/lazy-component.tsx';
import { lazyOverlay } from '#web/lib/lazy-overlay.tsx';
import type { SpacesPopupProps } from './spaces-popup.tsx';

export const spaceDropdown = loadComponent<SpacesPopupProps>(
  async () => (await import('./space-dropdown.tsx')).SpaceDropdown,
);
export const spaceDrawer = loadComponent<SpacesPopupProps>(
  async () => (await import('./space-drawer.tsx')).SpaceDrawer,
);
export const profileMenu = lazyOverlay(async () => (await import('./profile-menu.tsx')).ProfileMenu);
export const spaceSwitcher = loadComponent<SpacesPopupProps>(
  async () => (await import('./space-switcher.tsx')).SpaceSwitcher,
);
