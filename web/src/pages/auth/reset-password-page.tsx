import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { PageMessage } from '#web/app/page-states.tsx';
import { ResetPasswordForm } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const route = getRouteApi('/reset-password');

/** Target of the link in the password reset email. */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
  if (!token) {
    return (
      <PageMessage
        title={t('This link is incomplete')}
        actions={
          <Button variant="primary" render={<Link to="/forgot-password" />}>
            {t('Request a new link')}
          </Button>
        }
      >
        <p>{t('Open the full link from your email, or request a new one.')}</p>
      </PageMessage>
    );
  }
  return (
    <div className="mx-auto max-w-sm px-4 py-16">
      <Card>
        <h1 className="mb-1 text-xl">{t('Reset Password')}</h1>
        <p className="mb-5 text-soft">{t("Choose a new password. You'll be logged out on all devices.")}</p>
        <ResetPasswordForm token={token} />
      </Card>
    </div>
  );
}
