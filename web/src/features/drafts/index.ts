export { DraftBanner } from './draft-banner.tsx';
export { DraftStatusText } from './draft-status-text.tsx';
export { beginningOf, type LocalDraft } from './local-draft.ts';
export { useServerDraft, useWaitingDraft } from './use-server-draft.ts';
