import { useEffect, useState } from 'react';
import { signOut } from '#web/features/auth/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { hasUnsent } from '#web/lib/outbox/unsent-mark.ts';

const question = lazyComponent(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);
const eventName = 'hearth:ask-sign-out';

/** Signs a user out; asks first if this browser has messages or comments of them that the server doesn't have yet. */
export function requestSignOut(userId: string): void {
  if (hasUnsent(userId)) window.dispatchEvent(new Event(eventName));
  else void signOut();
}

/** The question of `requestSignOut`. */
export function SignOutQuestion() {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const ask = () => setAsked(true);
    window.addEventListener(eventName, ask);
    return () => window.removeEventListener(eventName, ask);
  }, []);
  const close = () => setAsked(false);
  return isAsked && <question.Component onClose={close} onLoadFailure={close} />;
}
