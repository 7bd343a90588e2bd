import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** The dialog with the people who gave a reaction; its code is loaded on first use. */
export const reactorsDialog = lazyComponent(
  async () => (await import('./reactors-dialog.tsx')).ReactorsDialog,
);
