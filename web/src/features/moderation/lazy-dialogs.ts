import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** Dialogs whose code is loaded on first use. */
export const reportDialog = lazyComponent(
  async () => (await import('./reporting/report-dialog.tsx')).ReportDialog,
);
export const removeDialog = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
