export {
  checkPoll,
  newPollDraft,
  type PollDraft,
  type PollProblem,
  toPollDraft,
  toPollInput,
} from './poll-draft.ts';
export { PollFields } from './poll-fields.tsx';
export { PollView } from './poll-view.tsx';
