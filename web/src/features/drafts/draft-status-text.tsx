import type { DraftStatus } from './draft-sync.ts';

const labels: Record<DraftStatus, string> = {
  idle: '',
  saving: 'Saving…',
  saved: 'Draft saved',
  waiting: "Saved on this device. Will sync when you're back online.",
  too_long: 'Too long to save. Kept on this device only.',
};

/** Where the draft is saved. */
export function DraftStatusText({ status }: { status: DraftStatus }) {
  return (
    <span
      className="text-sm text-soft"
      aria-live={status === 'waiting' || status === 'too_long' ? 'polite' : 'off'}
    >
      {labels[status]}
    </span>
  );
}
