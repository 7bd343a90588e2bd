// Dialogs whose scripts load on first use.
export const loadReportDialog = async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog });
export const loadRemoveDialog = async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog });
