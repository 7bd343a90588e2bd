import { getRouteApi, Link } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { PageMessage } from '#web/app/page-states.tsx';
import { useConfirmEmail, useViewer } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const route = getRouteApi('/confirm-email');

/** Target of the link in the confirmation email. */
export function ConfirmEmailPage() {
  const { token } = route.useSearch();
  const { failure } = useConfirmEmail(token);
  const viewer = useViewer();
  if (!failure) {
    // Another element than the failure, which would move the title.
    return (
      <PageMessage key="confirming" title={t('Confirming your email')} actions={null}>
        <p role="status" className="flex items-center gap-2">
          <Spinner /> {t('Verifying your session...')}
        </p>
      </PageMessage>
    );
  }
  return (
    <PageMessage
      icon={<MailX size={26} aria-hidden="true" />}
      title={t("Couldn't confirm your email")}
      actions={
        viewer ? (
          <Button variant="primary" render={<Link to="/" />}>
            {t('Go to Home')}
          </Button>
        ) : (
          <Button variant="primary" render={<Link to="/login" />}>
            {t('Back to login')}
          </Button>
        )
      }
    >
      <p>{failure}</p>
      {!viewer && <p>{t("If you haven't confirmed it yet, log in and we'll email you a new link.")}</p>}
    </PageMessage>
  );
}
