import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** Asks how long a post should be muted; loaded on first use. */
export const mutePostDialog = lazyComponent(
  async () => (await import('./mute-post-dialog.tsx')).MutePostDialog,
);
