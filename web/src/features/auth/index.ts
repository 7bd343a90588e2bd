export { sessionQuery, useViewer } from './auth.api.ts';
export { AuthDialog } from './auth-dialog.tsx';
export { ResetPasswordForm } from './forms/reset-password-form.tsx';
export { useConfirmEmail } from './forms/use-confirm-email.ts';
export { useExternalCode } from './forms/use-external-code.ts';
export {
  chooseLanding,
  readLastSpacePath,
  rememberPath,
  rememberSpace,
  rememberWantsDiscover,
} from './last-visit.ts';
export { toSafePath, toSubdomain } from './safe-redirect.ts';
export { reloadPage, signOut } from './session-switch.ts';
