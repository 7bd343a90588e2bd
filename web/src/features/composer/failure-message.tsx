import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { FormFailure } from '#web/lib/drafted-form/use-drafted-form.ts';
import { SignInAgain } from '#web/lib/session/sign-in-again.tsx';

const showWhole = (box: HTMLDivElement | null) => box?.scrollIntoView?.({ block: 'nearest' });

/** Error box for a failed request. Scrolls into view, clear of the bars above and below it. */
export function FailureMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      ref={showWhole}
      className="scroll-mt-32 scroll-mb-60 rounded-md md:scroll-mb-40 bg-danger-soft px-4 py-3 text-sm text-danger-text"
      role="alert"
    >
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  );
}

/** Says why a form wasn't sent and that its text is kept; after the session has expired, with a link to log in again. */
export function SendFailure({ failure, children }: { failure: FormFailure | null; children?: ReactNode }) {
  if (!failure) return null;
  const reason = failure.isSignedOut ? t('Your session has expired.') : failure.reason;
  return (
    <FailureMessage title={failure.title}>
      <p>
        {failure.sentAgainAfter !== null
          ? t("{reason} Your text is still here. We'll keep trying to send it.", { reason })
          : t('{reason} Your text is still here.', { reason })}
      </p>
      {failure.isSignedOut && <SignInAgain />}
      {children}
    </FailureMessage>
  );
}
