export { checkPoll, newPollDraft, type PollDraft, toPollDraft, toPollInput } from './poll-draft.ts';
export { PollFields } from './poll-fields.tsx';
export { PollView } from './poll-view.tsx';
