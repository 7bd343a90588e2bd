import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toastOnNextPage } from '#web/lib/session/next-page-toast.ts';
import { takeWantedPath } from '../last-visit.ts';
import { signIn } from '../session-switch.ts';

/** Confirms an email address with the token of the emailed link, once, and continues signed in. Returns what failed. */
export function useConfirmEmail(token: string | undefined): { failure: string | null } {
  const [failure, setFailure] = useState<string | null>(null);
  const sent = useRef<string>(undefined);
  useEffect(() => {
    if (!token || sent.current === token) return;
    sent.current = token;
    call('confirm_email', { token }).then(
      ({ user }) => {
        toastOnNextPage({ title: t('Email confirmed') });
        signIn(user?.id, user ? takeWantedPath(user.email) : undefined);
      },
      (error: unknown) => setFailure(toMessage(error, t('This confirmation link is no longer valid.'))),
    );
  }, [token]);
  return { failure: token ? failure : t('This confirmation link is incomplete.') };
}
