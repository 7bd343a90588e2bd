export { ContentMenuItems } from './content-menu-items.tsx';
export { removeDialog, reportDialog } from './lazy-dialogs.ts';
export { auditLogPages, casePages, openCasesQuery } from './moderation.api.ts';
export { ModerationAside } from './moderation-aside.tsx';
export { ModerationLink } from './moderation-link.tsx';
export { ModerationScreen } from './moderation-screen.tsx';
export { MyRemovals } from './my-removals.tsx';
export { ReportFormDialog } from './reporting/report-form-dialog.tsx';
