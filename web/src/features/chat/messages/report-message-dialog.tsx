import { useState } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { maxReportNote } from '#contract/values/limits.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Problem } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

const reasons = [
  { value: 'spam', label: msg('Spam'), hint: msg('Ads or repeated posts') },
  { value: 'harassment', label: msg('Harassment'), hint: msg('Personal attacks or hate speech') },
  { value: 'other', label: msg('Something else'), hint: msg('Explain below') },
] as const;
type Reason = (typeof reasons)[number]['value'];

/** Asks why a message is reported. The operator of the server gets the report with the messages around it. */
export function ReportMessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useFailure();
  const [isSending, setSending] = useState(false);
  const submit = async () => {
    if (!reason) return setProblem(t('Choose a reason.'));
    const text = note.trim();
    if (reason === 'other' && text === '') return setProblem(t('Describe the problem in a few words.'));
    setSending(true);
    try {
      const { already } = await call('report_message', {
        message_id: message.id,
        reason,
        ...(text === '' ? {} : { note: text }),
      });
      toast({
        title: already ? t("You've already reported this message") : t('Report sent'),
        description: t('The operator of this site will review it.'),
      });
      onClose();
    } catch (error) {
      setProblem(toMessage(error, t("Couldn't send the report. Please try again.")), error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutside={note === ''}
      title={t('Report this message')}
      description={t(
        'The operator of this site will see it with the messages around it. {name} won’t be notified.',
        {
          name: message.sender.full_name,
        },
      )}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="primary" loading={isSending} onClick={() => void submit()}>
            {t('Send report')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RadioGroup
          label={t("What's wrong?")}
          options={reasons.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }))}
          value={reason ?? ''}
          onChange={(value) => {
            setReason(value as Reason);
            setProblem(null);
          }}
        />
        <TextArea
          label={t('Anything to add (optional)')}
          value={note}
          maxLength={maxReportNote}
          onChange={(event) => {
            setNote(event.target.value);
            setProblem(null);
          }}
        />
        {problem && <Problem>{problem}</Problem>}
      </div>
    </Dialog>
  );
}
