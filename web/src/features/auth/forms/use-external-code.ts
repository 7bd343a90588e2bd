import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toastOnNextPage } from '#web/lib/session/next-page-toast.ts';
import { signIn } from '../session-switch.ts';

/** Signs in with the code that the external service put into this page's address, once; a failure leads to /login. */
export function useExternalCode(): void {
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const search = new URLSearchParams(window.location.search);
    const iss = search.get('iss') ?? undefined;
    call('exchange_external_code', {
      code: search.get('code') ?? '',
      state: search.get('state') ?? '',
      iss,
    }).then(
      ({ user, redirect, password_removed }) => {
        if (password_removed) {
          toastOnNextPage({
            title: t('Your old password no longer works'),
            description: t(
              "Your email wasn't confirmed, so we removed the password. You can set a new one at any time.",
            ),
          });
        }
        signIn(user?.id, redirect ?? undefined);
      },
      (error: unknown) => {
        toastOnNextPage({ title: toMessage(error, t('Login failed')) });
        window.location.replace('/login');
      },
    );
  }, []);
}
