import { getRouteApi, Link } from '@tanstack/react-router';
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
        title="This link is incomplete"
        actions={
          <Button variant="primary" render={<Link to="/forgot-password" />}>
            Request a new link
          </Button>
        }
      >
        <p>Open the full link from your email, or request a new one.</p>
      </PageMessage>
    );
  }
  return (
    <div className="mx-auto max-w-sm px-4 py-16">
      <Card>
        <h1 className="mb-1 text-xl">Reset Password</h1>
        <p className="mb-5 text-soft">Choose a new password. You'll be logged out on all devices.</p>
        <ResetPasswordForm token={token} />
      </Card>
    </div>
  );
}
