import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxReportNote } from '#contract/values/limits.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';

interface ReasonDialogProps {
  title: string;
  description: string;
  submitLabel: string;
  /** The initial text, such as the rule that was broken. */
  suggestion?: string;
  /** Runs the action; if it rejects, the dialog shows the error and keeps the reason. */
  onSubmit: (reason: string) => Promise<void>;
  onOpenChange: (open: boolean) => void;
}

/** Asks for the reason that the affected person will read. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, submitLabel, suggestion = '', onSubmit, onOpenChange } = props;
  const [reason, setReason] = useState(suggestion);
  const [problem, setProblem] = useFailure();
  const [sending, setSending] = useState(false);
  const submit = async () => {
    if (reason.trim() === '') return setProblem(t('Add a reason. The author will see it.'));
    setSending(true);
    try {
      await onSubmit(reason.trim());
      onOpenChange(false);
    } catch (error) {
      setProblem(toMessage(error, t('Something went wrong. Please try again.')), error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      role="alertdialog"
      closeOnOutside={false}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="danger" loading={sending} onClick={() => void submit()}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('Reason')}
        value={reason}
        maxLength={maxReportNote}
        error={problem ?? undefined}
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(null);
        }}
      />
    </Dialog>
  );
}
