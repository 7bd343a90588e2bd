import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';

interface DraftButtonsProps {
  form: { isClean: boolean; isSending: boolean; discard: () => void };
  submitLabel: string;
  /** Whether only changes can be submitted. */
  needsChanges?: boolean;
  /** What closes the form while nothing has changed. Default: Cancel. */
  closeLabel?: string;
  /** What else can be done while nothing has changed. */
  action?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}

/** The buttons below a form whose input is kept until it is saved or discarded. */
export function DraftButtons({
  form: { isClean, isSending, discard },
  submitLabel,
  needsChanges = false,
  closeLabel = t('Cancel'),
  action = null,
  onSubmit,
  onClose,
}: DraftButtonsProps) {
  return (
    <>
      {isClean ? (
        action
      ) : (
        <Button variant="quiet" className="mr-auto" disabled={isSending} onClick={() => discard()}>
          {t('Discard')}
        </Button>
      )}
      <Button onClick={onClose}>{isClean ? closeLabel : t('Finish later')}</Button>
      <Button variant="primary" loading={isSending} disabled={needsChanges && isClean} onClick={onSubmit}>
        {submitLabel}
      </Button>
    </>
  );
}
