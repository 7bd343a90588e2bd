import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { resetPasswordBody } from '#contract/features/auth/auth.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { shownError } from '#web/lib/api/shown-error.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { toastOnNextPage } from '#web/lib/session/next-page-toast.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { restartPage } from '../session-switch.ts';
import { AuthForm } from './auth-form.tsx';

const schema = resetPasswordBody.pick({ password: true });

/** Sets a new password with the token of the emailed link. Ends every session of the account. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [failure, setFailure] = useFailure();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  const { register, formState } = form;
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await call('reset_password', { token, password });
      toastOnNextPage({
        title: t('Password changed'),
        description: t('Please log in with your new password.'),
      });
      restartPage('/login');
      await new Promise(() => {});
    } catch (error) {
      setFailure(toMessage(error, t('An unexpected error occurred')), error);
    }
  });

  return (
    <AuthForm
      onSubmit={submit}
      failure={failure}
      button={{ label: t('Reset Password'), disabled: !formState.isValid, loading: formState.isSubmitting }}
    >
      <TextField
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        hint={t('At least 6 characters.')}
        {...register('password')}
        error={shownError(form, 'password')}
      />
    </AuthForm>
  );
}
