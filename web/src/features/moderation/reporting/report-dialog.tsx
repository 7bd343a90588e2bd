import type { ReportReason } from '#contract/features/moderation/moderation.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toReportedToast, toReviewerText } from './report-copy.ts';
import { ReportFormDialog } from './report-form-dialog.tsx';

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
  const report = async (input: ReportInput) => toReportedToast(await send(space.id, target, input));
  return (
    <ReportFormDialog
      title={
        target.kind === 'member'
          ? t('Report {name}', { name: author.full_name })
          : t('{kind, select, post {Report this post} other {Report this comment}}', { kind: target.kind })
      }
      description={toReviewerText(space, author)}
      send={(reason, note) => report({ reason, ...note })}
      rules={{
        items: space.rules_list ?? [],
        send: (rule_id, note) => report({ reason: 'rule', rule_id, ...note }),
      }}
      onClose={() => onOpenChange(false)}
    />
  );
}
