import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ForgotPasswordForm } from './forms/forgot-password-form.tsx';
import { LoginForm } from './forms/login-form.tsx';
import { SignUpForm } from './forms/sign-up-form.tsx';

export type AuthDialogKind = 'login' | 'signup' | 'forgot-password';

interface AuthDialogProps {
  kind: AuthDialogKind;
  brandName: string;
  redirect: string | undefined;
}

/** Log in, sign up or request a password reset, in a dialog over the page. Closing it leads to `/`. */
export function AuthDialog({ kind, brandName, redirect }: AuthDialogProps) {
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  const close = () => setOpen(false);
  const titles = {
    login: t('Log in to {brand}', { brand: brandName }),
    signup: t('Create your {brand} account', { brand: brandName }),
    'forgot-password': t('Reset Password'),
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      isAddressed
      onClosed={() => void navigate({ to: '/' })}
      title={titles[kind]}
      description={
        kind === 'forgot-password' ? t("We'll email you a link to reset your password.") : undefined
      }
      size="sm"
      closeOnOutside={false}
    >
      {kind === 'login' && <LoginForm redirect={redirect} />}
      {kind === 'signup' && (
        <SignUpForm
          redirect={redirect}
          onConfirmationRequired={(email) => {
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
