import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** The dialog with the people who like something; its code is loaded on first use. */
export const likersDialog = lazyComponent(async () => (await import('./likers-dialog.tsx')).LikersDialog);
