import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { signUpBody } from '#contract/features/auth/auth.ts';
import { t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { shownError } from '#web/lib/api/shown-error.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { signIn } from '../session-switch.ts';
import { AuthForm } from './auth-form.tsx';

interface SignUpFormProps {
  redirect: string | undefined;
  /** Called when the account was created and its email address must be confirmed first. */
  onConfirmationRequired: (email: string) => void;
}

/** Creates an account. */
export function SignUpForm({ redirect, onConfirmationRequired }: SignUpFormProps) {
  const [failure, setFailure] = useFailure();
  const form = useForm({
    resolver: zodResolver(signUpBody),
    defaultValues: { first_name: '', last_name: '', email: '', password: '' },
    mode: 'onTouched',
  });
  const { register, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const response = await call('sign_up', values);
      if (response.confirmation_required) {
        onConfirmationRequired(values.email);
        return;
      }
      signIn(response.user?.id, redirect);
      await new Promise(() => {});
    } catch (error) {
      const message = toMessage(error, t('An unexpected error occurred. Please try again.'));
      if (isApiError(error, 'email_taken')) form.setError('email', { message }, { shouldFocus: true });
      else setFailure(message, error);
    }
  });

  return (
    <AuthForm
      onSubmit={submit}
      failure={failure}
      button={{ label: t('Sign up'), disabled: !formState.isValid, loading: formState.isSubmitting }}
      foot={
        <p className="text-center text-sm text-soft">
          {tRich('Already have an account? <link>Log in</link>', {
            link: (text) => (
              <Link to="/login" search={{ redirect }} className="link" data-variant="text">
                {text}
              </Link>
            ),
          })}
        </p>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('First name')}
          autoComplete="given-name"
          {...register('first_name')}
          error={shownError(form, 'first_name')}
        />
        <TextField
          label={t('Last name')}
          autoComplete="family-name"
          {...register('last_name')}
          error={shownError(form, 'last_name')}
        />
      </div>
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        {...register('email')}
        error={shownError(form, 'email')}
      />
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="new-password"
        hint={t('At least 6 characters.')}
        {...register('password')}
        error={shownError(form, 'password')}
      />
    </AuthForm>
  );
}
