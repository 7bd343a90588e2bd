import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { Poll } from '#contract/features/polls/polls.ts';
import { newPollDraft } from './poll-draft.ts';
import { PollFields } from './poll-fields.tsx';
import { PollView } from './poll-view.tsx';

export const title = 'Polls: asking, choosing, results';

const poll = (fields: Partial<Poll> = {}): Poll => ({
  question: 'What goes into the tin this week?',
  multiple: false,
  closes_at: null,
  closed_at: null,
  voter_count: 21,
  options: [
    { id: 'a', text: 'Rye, all of it', vote_count: null },
    { id: 'b', text: 'Half and half', vote_count: null },
    {
      id: 'c',
      text: 'Whatever is left in the bag, and I do mean whatever, including the oats from last winter',
      vote_count: null,
    },
  ],
  viewer_option_ids: [],
  version: 1,
  ...fields,
});
const counted = poll().options.map((option, index) => ({ ...option, vote_count: [13, 8, 0][index] ?? 0 }));
const client = new QueryClient();

function Shown({
  of,
  canVote = true,
  canClose = false,
}: {
  of: Poll;
  canVote?: boolean;
  canClose?: boolean;
}) {
  return (
    <QueryClientProvider client={client}>
      <PollView postId="p1" poll={of} title="The tin" canVote={canVote} canClose={canClose} />
    </QueryClientProvider>
  );
}

function EditablePoll({ isFixed = false }: { isFixed?: boolean }) {
  const [draft, setDraft] = useState({ ...newPollDraft(), question: 'Rye or wheat?' });
  return <PollFields poll={draft} onChange={setDraft} onRemove={() => undefined} isFixed={isFixed} />;
}

export const states = {
  'Poll fields': () => <EditablePoll />,
  'With votes': () => <EditablePoll isFixed />,
  'With a problem': () => (
    <PollFields
      poll={newPollDraft()}
      onChange={() => undefined}
      problem={{ at: 'options', text: 'At least 2 options' }}
    />
  ),
  'One choice': () => <Shown of={poll()} />,
  'Multiple answers, viewer can close it': () => <Shown of={poll({ multiple: true })} canClose />,
  Voted: () => <Shown of={poll({ viewer_option_ids: ['a'], options: counted })} />,
  Closed: () => <Shown of={poll({ closed_at: '2026-01-01T00:00:00.000Z', options: counted })} />,
  'Not a member': () => <Shown of={poll()} canVote={false} />,
};
