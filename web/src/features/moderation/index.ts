export { removeDialog, reportDialog } from './lazy-dialogs.ts';
export { auditLogPages, casePages, openCasesQuery } from './moderation.api.ts';
export { ModerationLink } from './moderation-link.tsx';
export { ModerationScreen } from './moderation-screen.tsx';
export { MyRemovals } from './my-removals.tsx';
export { ReportFormDialog } from './report-form-dialog.tsx';
