import { t } from '#contract/i18n/translate.ts';
import { LoadingLine } from '#web/app/page-states.tsx';
import { useExternalCode } from '#web/features/auth/index.ts';

/** Shown after returning from single sign-on while the session is created. */
export function AuthCallbackPage() {
  useExternalCode();
  return <LoadingLine>{t('Authenticating...')}</LoadingLine>;
}
