export { sessionQuery, useViewer } from './auth.api.ts';
export { AuthWindow, type AuthWindowKind } from './auth-window.tsx';
export { leave, renewPage } from './change-account.ts';
export {
  chooseLanding,
  readLastSpacePath,
  rememberPath,
  rememberSpace,
  rememberWantsDiscover,
} from './last-visit.ts';
export { ResetPasswordForm } from './reset-password-form.tsx';
export { toSafePath } from './safe-redirect.ts';
export { useConfirmEmail } from './use-confirm-email.ts';
export { useExternalCode } from './use-external-code.ts';
