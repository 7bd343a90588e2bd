import { useLocation } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import type { ButtonSize } from '#web/ui/button.tsx';

/**
 * Link for a user whose session expired while writing. It reloads the page, because this one still treats the user as
 * logged in; the text is saved.
 */
export function SignInAgain({ size = 'sm' }: { size?: ButtonSize }) {
  const here = useLocation({ select: (location) => location.href });
  return (
    <a
      href={`/login?redirect=${encodeURIComponent(here)}`}
      className="btn"
      data-size={size}
      data-variant={size === 'sm' ? undefined : 'primary'}
    >
      {t('Log in again')}
    </a>
  );
}
