import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ForgotPasswordForm } from './forms/forgot-password-form.tsx';
import { LoginForm } from './forms/login-form.tsx';
import { SignUpForm } from './forms/sign-up-form.tsx';
import { rememberWantedPath } from './last-visit.ts';

export type AuthDialogKind = 'login' | 'signup' | 'forgot-password';

interface AuthDialogProps {
  kind: AuthDialogKind;
  brandName: string;
  redirect: string | undefined;
  /** The space that people come from and go back to, and what happens there; undefined if they come from elsewhere. */
  space: { name: string; goal: 'join' | 'ask' | 'open' } | undefined;
}

/** Says what happens once people have logged in or signed up. */
function toPurpose(isNew: boolean, { name, goal }: { name: string; goal: 'join' | 'ask' | 'open' }): string {
  const space = { space: name };
  if (goal === 'join')
    return isNew ? t('Sign up to join {space}.', space) : t('Log in to join {space}.', space);
  if (goal === 'ask')
    return isNew
      ? t('Sign up to send your request to join {space}.', space)
      : t('Log in to send your request to join {space}.', space);
  return isNew ? t('Sign up to continue to {space}.', space) : t('Log in to continue to {space}.', space);
}

/** Log in, sign up or request a password reset, in a dialog over the page. Closing it leads to `/`. */
export function AuthDialog({ kind, brandName, redirect, space }: AuthDialogProps) {
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  const close = () => setOpen(false);
  const titles = {
    login: t('Log in to {brand}', { brand: brandName }),
    signup: t('Create your {brand} account', { brand: brandName }),
    'forgot-password': t('Reset Password'),
  };
  const descriptions = {
    login: space && toPurpose(false, space),
    signup: space && toPurpose(true, space),
    'forgot-password': t("We'll email you a link to reset your password."),
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      isAddressed
      onClosed={() => void navigate({ to: '/' })}
      title={titles[kind]}
      description={descriptions[kind]}
      size="sm"
      closeOnOutside={false}
    >
      {kind === 'login' && <LoginForm redirect={redirect} />}
      {kind === 'signup' && (
        <SignUpForm
          redirect={redirect}
          onConfirmationRequired={(email) => {
            rememberWantedPath(email, redirect);
            close();
            toast({
              title: t('Check your email'),
              description: t('We sent a confirmation link to {email}. Open it to finish signing up.', {
                email,
              }),
              duration: Number.POSITIVE_INFINITY,
            });
          }}
        />
      )}
      {kind === 'forgot-password' && <ForgotPasswordForm redirect={redirect} onSent={close} />}
    </Dialog>
  );
}
