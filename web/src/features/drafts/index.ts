export { DraftBanner } from './draft-banner.tsx';
export { DraftProblem, DraftStatusText } from './draft-status-text.tsx';
export { getPreview, type LocalDraft } from './local-draft.ts';
export { useServerDraft, useWaitingDraft } from './use-server-draft.ts';
