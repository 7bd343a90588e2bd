// Dialogs whose scripts come when they are asked for.
export const loadReportDialog = async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog });
export const loadRemoveDialog = async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog });
