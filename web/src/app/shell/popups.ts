import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { SpacesPopupProps } from './spaces/spaces-popup.tsx';

/** The menus and panels of the header and the bottom bar. Each is loaded when it first opens. */

export const spaceDropdown = lazyComponent<SpacesPopupProps>(
  async () => (await import('./spaces/space-dropdown.tsx')).SpaceDropdown,
);
export const spaceDrawer = lazyComponent<SpacesPopupProps>(
  async () => (await import('./spaces/space-drawer.tsx')).SpaceDrawer,
);
export const accountSheet = lazyOverlay(async () => (await import('./account-sheet.tsx')).AccountSheet);
export const profileMenu = lazyOverlay(async () => (await import('./profile-menu.tsx')).ProfileMenu);
