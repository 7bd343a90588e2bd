import type { DraftStatus } from './draft-sync.ts';

const texts: Record<DraftStatus, string> = {
  idle: '',
  saving: 'Saving…',
  saved: 'Draft saved',
  waiting: 'Kept on this device until the server is back',
  too_long: 'Too long to save. Kept on this device only.',
};

/** Where the text is that is being written. */
export function DraftStatusText({ status }: { status: DraftStatus }) {
  return (
    <span
      className="text-sm text-soft"
      aria-live={status === 'waiting' || status === 'too_long' ? 'polite' : 'off'}
    >
      {texts[status]}
    </span>
  );
}
