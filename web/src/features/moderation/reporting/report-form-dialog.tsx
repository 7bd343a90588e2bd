import { type ReactNode, useState } from 'react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { maxReportNote } from '#contract/values/limits.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Problem } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { type ToastOptions, toast } from '#web/ui/overlays/toast.ts';

type CommonReason = 'spam' | 'harassment' | 'other';

const commonReasons: { value: CommonReason; label: Message; hint: Message }[] = [
  { value: 'spam', label: msg('Spam'), hint: msg('Ads or repeated posts') },
  { value: 'harassment', label: msg('Harassment'), hint: msg('Personal attacks or hate speech') },
  { value: 'other', label: msg('Something else'), hint: msg('Explain below') },
];

interface Rule {
  id: string;
  text: string;
}
type Note = { note?: string };
/** What says that the report was sent. */
type SentToast = Pick<ToastOptions, 'title' | 'description'>;

interface ReportFormDialogProps {
  title: string;
  /** Who sees the report. */
  description: string;
  send: (reason: CommonReason, note: Note) => Promise<SentToast>;
  /** Rules that may have been broken, and what reports one of them. */
  rules?: { items: readonly Rule[]; send: (ruleId: string, note: Note) => Promise<SentToast> };
  onClose: () => void;
}

interface ReasonOption {
  value: string;
  label: ReactNode;
  hint?: string;
  heading: string | false;
}

/** The reasons to choose from: the rules, then the common ones. */
const toOptions = (rules: readonly Rule[]): ReasonOption[] => [
  ...rules.map(({ id, text }, index) => ({
    value: `rule:${id}`,
    label: <span className="wrap-anywhere">{text}</span>,
    heading: index === 0 && t('Breaks a space rule'),
  })),
  ...commonReasons.map(({ value, label, hint }, index) => ({
    value,
    label: t(label),
    hint: t(hint),
    heading: index === 0 && rules.length > 0 && t('Other reasons'),
  })),
];

/** Asks why something is reported. "Something else" needs a note. */
export function ReportFormDialog({ title, description, send, rules, onClose }: ReportFormDialogProps) {
  const [chosen, setChosen] = useState<string | undefined>();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useFailure();
  const [isSending, setSending] = useState(false);
  const isOther = chosen === 'other';
  const submit = async () => {
    if (!chosen) return setProblem(t('Choose a reason.'));
    const text = note.trim();
    if (isOther && text === '') return setProblem(t('Describe the problem in a few words.'));
    const rule = rules?.items.find(({ id }) => `rule:${id}` === chosen);
    const input = text === '' ? {} : { note: text };
    setSending(true);
    try {
      toast(await (rules && rule ? rules.send(rule.id, input) : send(chosen as CommonReason, input)));
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
      title={title}
      description={description}
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
          options={toOptions(rules?.items ?? [])}
          value={chosen ?? ''}
          onChange={(value) => {
            setChosen(value);
            setProblem(null);
          }}
        />
        <TextArea
          label={isOther ? t("What's wrong?") : t('Anything to add (optional)')}
          value={note}
          maxLength={maxReportNote}
          onChange={(event) => {
            setNote(event.target.value);
            setProblem(null);
          }}
        />
        {problem && <Problem ref={(line) => line?.scrollIntoView({ block: 'nearest' })}>{problem}</Problem>}
      </div>
    </Dialog>
  );
}
