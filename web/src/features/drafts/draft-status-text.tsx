import '#web/styles/lazy/writing.css';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { DraftStatus } from './draft-sync.ts';

const labels: Partial<Record<DraftStatus, Message>> = { saving: msg('Saving…'), saved: msg('Saved') };
const problems: Partial<Record<DraftStatus, Message>> = {
  waiting: msg("Saved on this device. Will sync when you're back online."),
  too_long: msg('Too long to save. Kept on this device only.'),
};

/** Whether the draft is saved, in a fixed width, so that nothing moves. */
export function DraftStatusText({ status }: { status: DraftStatus }) {
  const label = labels[status];
  return <span className="draft-status">{label && t(label)}</span>;
}

/** Why the draft is only on this device, if so. */
export function DraftProblem({ status }: { status: DraftStatus }) {
  const problem = problems[status];
  return (
    <p className="text-sm text-soft empty:hidden" aria-live="polite">
      {problem && t(problem)}
    </p>
  );
}
