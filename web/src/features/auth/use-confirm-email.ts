import { useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { enter } from './session-switch.ts';

/** Confirms an address by the token of the mailed link, once, and goes on signed in. Answers what went wrong. */
export function useConfirmEmail(token: string | undefined): { failure: string | null } {
  const [failure, setFailure] = useState<string | null>(null);
  const sent = useRef<string>(undefined);
  useEffect(() => {
    if (!token || sent.current === token) return;
    sent.current = token;
    call('confirm_email', { token }).then(
      ({ user }) => enter(user?.id, undefined),
      (error: unknown) => setFailure(toMessage(error, 'This confirmation link is no longer valid.')),
    );
  }, [token]);
  return { failure: token ? failure : 'This confirmation link is incomplete.' };
}
