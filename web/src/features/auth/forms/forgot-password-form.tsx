import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { requestResetBody } from '#contract/features/auth/auth.ts';
import { t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { shownError } from '#web/lib/api/shown-error.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { AuthForm } from './auth-form.tsx';

/** Requests a reset link. The response doesn't reveal whether the address is known. */
export function ForgotPasswordForm({
  redirect,
  onSent,
}: {
  redirect: string | undefined;
  onSent: () => void;
}) {
  const [failure, setFailure] = useFailure();
  const form = useForm({
    resolver: zodResolver(requestResetBody),
    defaultValues: { email: '' },
    mode: 'onTouched',
  });
  const { register, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await call('request_password_reset', values);
      toast({ title: t('Check your email for a password reset link') });
      onSent();
    } catch (error) {
      // Show the server's message or a network failure; anything else failed in the browser.
      const fallback = isApiError(error) ? t('Failed to send reset link') : t('An unexpected error occurred');
      setFailure(toMessage(error, fallback), error);
    }
  });

  return (
    <AuthForm
      onSubmit={submit}
      failure={failure}
      button={{ label: t('Send reset link'), disabled: !formState.isValid, loading: formState.isSubmitting }}
      foot={
        <p className="text-center text-sm">
          <Link to="/login" search={{ redirect }} className="link" data-variant="text">
            {t('Back to login')}
          </Link>
        </p>
      }
    >
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...register('email')}
        error={shownError(form, 'email')}
      />
    </AuthForm>
  );
}
