import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Poll } from '#contract/features/polls/polls.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aPost, idOf } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { refetchPollSoon } from './polls.live.ts';
import { usePollAction } from './use-vote.ts';

const { call, toast } = vi.hoisted(() => ({ call: vi.fn(), toast: vi.fn() }));
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast }));
vi.mock('./polls.live.ts', async (original) => ({
  ...(await original<object>()),
  refetchPollSoon: vi.fn(),
}));

const [postId, rye, wheat] = [idOf(1), idOf(2), idOf(3)];
const poll = (version: number): Poll => ({
  question: 'Rye or wheat?',
  multiple: false,
  closes_at: null,
  closed_at: null,
  voter_count: 0,
  options: [
    { id: rye, text: 'Rye', vote_count: null },
    { id: wheat, text: 'Wheat', vote_count: null },
  ],
  viewer_option_ids: [],
  version,
});

beforeEach(() => {
  call.mockReset().mockResolvedValue({ poll: poll(2) });
  toast.mockReset();
  vi.mocked(refetchPollSoon).mockReset();
});
afterEach(cleanup);

type Action = Parameters<ReturnType<typeof usePollAction>['mutate']>[0];

async function run(action: Action) {
  const client = createQueryClient(call);
  seedEntities(client, { post: [aPost({ id: postId, poll: poll(1) })] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePollAction(postId), { wrapper });
  result.current.mutate(action);
  await waitFor(() => expect(result.current.isIdle || result.current.isPending).toBe(false));
  return readEntity(client, 'post', postId)?.poll;
}

it.each<[Action, string, object]>([
  [{ kind: 'vote', option_ids: [rye] }, 'vote_in_poll', { post_id: postId, option_ids: [rye] }],
  [{ kind: 'withdraw' }, 'withdraw_vote', { post_id: postId }],
  [{ kind: 'close' }, 'close_poll', { post_id: postId }],
])('%o is requested and shows the poll of the response', async (action, operation, input) => {
  expect(await run(action)).toMatchObject({ version: 2 });
  expect(call).toHaveBeenCalledExactlyOnceWith(operation, input);
  expect(toast).not.toHaveBeenCalled();
  expect(refetchPollSoon).not.toHaveBeenCalled();
});

it.each<[Action, string]>([
  [{ kind: 'vote', option_ids: [rye] }, "Couldn't save your vote"],
  [{ kind: 'close' }, "Couldn't close the poll"],
])('says what failed and leaves the poll as it was: %o', async (action, title) => {
  call.mockRejectedValue(new Error('offline'));
  expect(await run(action)).toMatchObject({ version: 1 });
  expect(toast).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title, variant: 'destructive', description: expect.stringMatching(/\S/) }),
  );
  expect(refetchPollSoon).not.toHaveBeenCalled();
});

it('fetches the poll again if the server refused, because it has changed', async () => {
  call.mockRejectedValue(new ApiError('poll_closed', 409, 'This poll is closed.'));
  await run({ kind: 'vote', option_ids: [rye] });
  expect(refetchPollSoon).toHaveBeenCalledExactlyOnceWith(expect.anything(), postId);
});
