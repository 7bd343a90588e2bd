import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { LoginForm } from './login-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

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
    login: `Log in to ${brandName}`,
    signup: `Create your ${brandName} account`,
    'forgot-password': 'Reset Password',
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={() => void navigate({ to: '/' })}
      title={titles[kind]}
      description={kind === 'forgot-password' ? "We'll email you a link to reset your password." : undefined}
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
              title: 'Check your email',
              description: `We sent a confirmation link to ${email}. Open it to finish signing up.`,
              duration: Number.POSITIVE_INFINITY,
            });
          }}
        />
      )}
      {kind === 'forgot-password' && <ForgotPasswordForm redirect={redirect} onSent={close} />}
    </Dialog>
  );
}
