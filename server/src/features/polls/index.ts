import type { Feature } from '#server/platform/feature.ts';
import { pollRoutes } from './polls.routes.ts';

export { canClose } from './polls.policy.ts';
export { type PollRow, pollOfPost } from './polls.queries.ts';
export { toPoll, toPollOfViewer, toPublishedPoll } from './polls.view.ts';
export { closePoll, setVote } from './vote-in-poll.ts';
export { createPoll, rewritePoll } from './write-poll.ts';

export const polls: Feature = { name: 'polls', routes: pollRoutes };
