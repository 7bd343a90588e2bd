import { useLocation } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';

/**
 * Link for a user whose session expired while writing. It reloads the page, because this one still treats the user as
 * logged in; the text is saved.
 */
export function SignInAgain() {
  const here = useLocation({ select: (location) => location.href });
  return (
    <a href={`/login?redirect=${encodeURIComponent(here)}`} className="btn" data-size="sm">
      {t('Log in again')}
    </a>
  );
}
