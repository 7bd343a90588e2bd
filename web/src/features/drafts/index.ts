export { DraftBanner } from './draft-banner.tsx';
export { DraftProblem, DraftStatusText } from './draft-status-text.tsx';
export { getPreview, type LocalDraft } from './local-draft.ts';
export { useServerDraft } from './use-server-draft.ts';
export { useWaitingDraft } from './use-waiting-draft.ts';
