import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { DraftStatus } from './draft-sync.ts';

const labels: Record<DraftStatus, Message | null> = {
  idle: null,
  saving: msg('Saving…'),
  saved: msg('Draft saved'),
  waiting: msg("Saved on this device. Will sync when you're back online."),
  too_long: msg('Too long to save. Kept on this device only.'),
};

/** Where the draft is saved. */
export function DraftStatusText({ status }: { status: DraftStatus }) {
  const label = labels[status];
  return (
    <span
      className="text-sm text-soft"
      aria-live={status === 'waiting' || status === 'too_long' ? 'polite' : 'off'}
    >
      {label && t(label)}
    </span>
  );
}
