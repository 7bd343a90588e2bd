import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { ReactorsDialogProps } from './reactors-dialog.tsx';

/** The dialog with the people who gave a reaction; its code is loaded on first use. */
export const reactorsDialog = lazyComponent(
  async () => (await import('./reactors-dialog.tsx')).ReactorsDialog,
);

/** The same, opened by a button. */
export const reactorsPopup = lazyOverlay<ReactorsDialogProps>(
  async () => (await import('./reactors-dialog.tsx')).ReactorsDialog,
);
