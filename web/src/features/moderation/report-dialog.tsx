import { useState } from 'react';
import type { ReportReason } from '#contract/features/moderation/moderation.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
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
import { toReportedToast, toReviewerText } from './report-copy.ts';

export interface ReportedContent {
  kind: 'post' | 'comment' | 'member';
  id: string;
}

interface ReportDialogProps {
  target: ReportedContent;
  space: Space;
  /** The author of the content. */
  author: { id: string; full_name: string };
  onOpenChange: (open: boolean) => void;
}

const others = [
  { value: 'spam', label: msg('Spam'), hint: msg('Ads or repeated posts') },
  { value: 'harassment', label: msg('Harassment'), hint: msg('Personal attacks or hate speech') },
  { value: 'other', label: msg('Something else'), hint: msg('Explain below') },
];

/** The reasons to choose from: the rules of the space, then others. */
const toOptions = (rules: NonNullable<Space['rules_list']>) => [
  ...rules.map(({ id, text }, index) => ({
    value: `rule:${id}`,
    label: <span className="wrap-anywhere">{text}</span>,
    heading: index === 0 && t('Breaks a space rule'),
  })),
  ...others.map(({ value, label, hint }, index) => ({
    value,
    label: t(label),
    hint: t(hint),
    heading: index === 0 && rules.length > 0 && t('Other reasons'),
  })),
];

interface ReportInput {
  reason: ReportReason;
  rule_id?: string;
  note?: string;
}

async function send(spaceId: string, { kind, id }: ReportedContent, input: ReportInput) {
  if (kind === 'post') return await call('report_post', { post_id: id, ...input });
  if (kind === 'comment') return await call('report_comment', { comment_id: id, ...input });
  return await call('report_member', { space_id: spaceId, user_id: id, ...input });
}

/** Asks why something is reported: a rule of the space, or another reason. */
export function ReportDialog({ target, space, author, onOpenChange }: ReportDialogProps) {
  const [chosen, setChosen] = useState<string | undefined>();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useFailure();
  const [sending, setSending] = useState(false);
  const rules = space.rules_list ?? [];
  const isOther = chosen === 'other';

  const submit = async () => {
    if (!chosen) return setProblem(t('Choose a reason.'));
    if (isOther && note.trim() === '') return setProblem(t('Describe the problem in a few words.'));
    const rule = rules.find(({ id }) => `rule:${id}` === chosen);
    const copy = note.trim() === '' ? {} : { note: note.trim() };
    setSending(true);
    try {
      const response = await send(
        space.id,
        target,
        rule ? { reason: 'rule', rule_id: rule.id, ...copy } : { reason: chosen as ReportReason, ...copy },
      );
      toast(toReportedToast(response));
      onOpenChange(false);
    } catch (error) {
      setProblem(toMessage(error, t("Couldn't send the report. Please try again.")), error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      closeOnOutside={note === ''}
      title={
        target.kind === 'member'
          ? t('Report {name}', { name: author.full_name })
          : t('{kind, select, post {Report this post} other {Report this comment}}', { kind: target.kind })
      }
      description={toReviewerText(space, author)}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="primary" loading={sending} onClick={() => void submit()}>
            {t('Send report')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RadioGroup
          label={t("What's wrong?")}
          options={toOptions(rules)}
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
