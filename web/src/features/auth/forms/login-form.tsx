import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { signInBody } from '#contract/features/auth/auth.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { shownError } from '#web/lib/api/shown-error.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { signIn } from '../session-switch.ts';
import { AuthForm } from './auth-form.tsx';
import { ExternalSignInButton } from './external-sign-in-button.tsx';

const linkClass = 'link text-sm';

/** Logs in with email and password. `redirect` is the page the user wanted to open. */
export function LoginForm({ redirect }: { redirect: string | undefined }) {
  const [failure, setFailure] = useFailure();
  const form = useForm({
    resolver: zodResolver(signInBody),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  });
  const { register, formState, watch } = form;
  const [email, password] = watch(['email', 'password']);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const { user } = await call('sign_in', values);
      signIn(user?.id, redirect);
      // The button stays busy until the next page has loaded.
      await new Promise(() => {});
    } catch (error) {
      setFailure(toMessage(error, t('Login failed')), error);
    }
  });

  return (
    <AuthForm
      onSubmit={submit}
      failure={failure}
      button={{
        label: t('LOG IN'),
        disabled: email.trim() === '' || password === '',
        loading: formState.isSubmitting,
      }}
      foot={
        <>
          <ExternalSignInButton redirect={redirect} />
          <p className="text-center text-sm text-soft">
            {tRich('New here? <link>Sign up for free</link>', {
              link: (text) => (
                <Link to="/signup" search={{ redirect }} className={linkClass} data-variant="text">
                  {text}
                </Link>
              ),
            })}
          </p>
        </>
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
      <TextField
        label={t('Password')}
        type="password"
        autoComplete="current-password"
        {...register('password')}
        error={shownError(form, 'password')}
        aside={
          <Link to="/forgot-password" search={{ redirect }} className={linkClass} data-variant="text">
            {t('Forgot password?')}
          </Link>
        }
      />
    </AuthForm>
  );
}
