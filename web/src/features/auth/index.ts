export { sessionQuery, useViewer } from './auth.api.ts';
export { AuthDialog, type AuthDialogKind } from './auth-dialog.tsx';
export {
  chooseLanding,
  readLastSpacePath,
  rememberPath,
  rememberSpace,
  rememberWantsDiscover,
} from './last-visit.ts';
export { ResetPasswordForm } from './reset-password-form.tsx';
export { toSafePath } from './safe-redirect.ts';
export { reloadPage, signOut } from './session-switch.ts';
export { useConfirmEmail } from './use-confirm-email.ts';
export { useExternalCode } from './use-external-code.ts';
