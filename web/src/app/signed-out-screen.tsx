import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { SignInAgain } from '#web/lib/session/sign-in-again.tsx';
import type { SignedOutReason } from '#web/lib/session/sign-out-in-place.ts';
import { Button } from '#web/ui/button.tsx';
import { PageMessage } from './page-states.tsx';

/** How often to check whether the landing page can be loaded, in milliseconds. */
const checkInterval = 5_000;

async function openLandingPage(): Promise<void> {
  try {
    const { ok } = await fetch('/api/health/live', { cache: 'no-store' });
    if (ok) window.location.replace('/');
  } catch {
    // Still offline.
  }
}

/** Replaces the app after a sign-out that couldn't load another page, and after the session has ended elsewhere. */
export function SignedOutScreen({ reason }: { reason: SignedOutReason }) {
  const client = useQueryClient();
  const { live } = useRouteContext({ from: '__root__' });
  useEffect(() => {
    live.reset();
    client.clear();
  }, [client, live]);
  return <main>{reason === 'offline' ? <SignedOutOffline /> : <SignedOutElsewhere />}</main>;
}

/** Opens the landing page when the server can be reached again. */
function SignedOutOffline() {
  useEffect(() => {
    const check = () => void openLandingPage();
    // The network may be back already.
    check();
    const timer = setInterval(check, checkInterval);
    window.addEventListener('online', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', check);
    };
  }, []);
  return (
    <PageMessage
      title={t("You're logged out")}
      actions={<Button onClick={() => void openLandingPage()}>{t('Try again')}</Button>}
    >
      <p role="status">{t("You're offline. The home page opens when you're back.")}</p>
    </PageMessage>
  );
}

function SignedOutElsewhere() {
  return (
    <PageMessage title={t("You've been logged out")} actions={<SignInAgain size="md" />}>
      <p role="status">{t('Log in again to return to this page and to what you were writing.')}</p>
    </PageMessage>
  );
}
