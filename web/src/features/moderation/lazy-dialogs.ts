import { loadComponent } from '#web/lib/lazy-component.tsx';

/** Dialogs whose code is loaded on first use. */
export const reportDialog = loadComponent(async () => (await import('./report-dialog.tsx')).ReportDialog);
export const removeDialog = loadComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
