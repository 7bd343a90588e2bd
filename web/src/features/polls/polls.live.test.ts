import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Poll } from '#contract/features/polls/polls.ts';
import type { LiveEvent } from '#contract/live.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { aPost, idOf } from '#web-testing/fixtures.ts';
import { seedEntities } from '#web-testing/seed-entities.ts';
import { writePoll } from './polls.live.ts';

const [postId, rye, wheat] = [idOf(1), idOf(2), idOf(3)];
const poll = (fields: Partial<Poll> = {}): Poll => ({
  question: 'Rye or wheat?',
  multiple: false,
  closes_at: null,
  closed_at: null,
  voter_count: 3,
  options: [
    { id: rye, text: 'Rye', vote_count: null },
    { id: wheat, text: 'Wheat', vote_count: null },
  ],
  viewer_option_ids: [],
  version: 4,
  ...fields,
});
const seen = (fields: Partial<Poll> = {}) =>
  poll({
    options: [
      { id: rye, text: 'Rye', vote_count: 2 },
      { id: wheat, text: 'Wheat', vote_count: 1 },
    ],
    ...fields,
  });

const call = vi.fn();
let client: ReturnType<typeof createQueryClient>;
const show = (shown: Poll | null) => seedEntities(client, { post: [aPost({ id: postId, poll: shown })] });
const shownPoll = () => readEntity(client, 'post', postId)?.poll;
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 1, channel: 'space:s', type, payload } as LiveEvent, { client, viewerId: 'me' });
const changed = (fields: object = {}) =>
  receive('poll.changed', { post_id: postId, voter_count: 4, closed_at: null, version: 5, ...fields });

beforeEach(() => {
  vi.useFakeTimers();
  call.mockReset().mockResolvedValue({ poll: seen({ voter_count: 9, version: 9 }) });
  client = createQueryClient(call);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('keeps the newer poll when an older response arrives late', () => {
  show(poll({ version: 4 }));
  writePoll(client, postId, poll({ version: 3, voter_count: 1 }));
  expect(shownPoll()).toMatchObject({ version: 4, voter_count: 3 });
  writePoll(client, postId, poll({ version: 4, voter_count: 5 }));
  expect(shownPoll()).toMatchObject({ version: 4, voter_count: 5 });
  show(null);
  writePoll(client, postId, poll());
  expect(shownPoll()).toMatchObject({ version: 4 });
});

it('counts a vote of someone else without a request while the results are hidden', () => {
  show(poll());
  changed();
  expect(shownPoll()).toMatchObject({ version: 5, voter_count: 4 });
  vi.runAllTimers();
  expect(call).not.toHaveBeenCalled();
});

it('refetches the results once for several votes, 250 to 1000 ms after the first', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  show(seen());
  changed();
  changed({ version: 6, voter_count: 5 });
  await vi.advanceTimersByTimeAsync(624);
  expect(call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(call).toHaveBeenCalledExactlyOnceWith('get_poll', { post_id: postId });
  expect(shownPoll()).toMatchObject({ version: 9, voter_count: 9 });
  changed({ version: 10 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(call).toHaveBeenCalledTimes(2);
});

it('shows the results to everyone once the poll is closed', async () => {
  show(poll());
  changed({ closed_at: '2026-05-01T10:00:00.000Z' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(call).toHaveBeenCalledOnce();
});

it('ignores events that are not newer, and posts without a poll or that are not loaded', () => {
  changed();
  show(null);
  changed();
  expect(shownPoll()).toBeNull();
  show(seen());
  changed({ version: 4, voter_count: 1 });
  expect(shownPoll()).toEqual(seen());
  vi.runAllTimers();
  expect(call).not.toHaveBeenCalled();
});

it("applies the viewer's vote in another tab", () => {
  show(poll());
  receive('poll.voted', { post_id: postId, poll: seen({ version: 5, viewer_option_ids: [rye] }) });
  expect(shownPoll()).toMatchObject({ version: 5, viewer_option_ids: [rye] });
});

it.each([
  ['newer', poll({ version: 4 }), poll({ version: 5 }), 1],
  ['as old', poll({ version: 4 }), poll({ version: 4 }), 0],
  ['gone', poll({ version: 4 }), null, 0],
  ['unknown', null, poll({ version: 5 }), 0],
])(
  'after an edit of the post, a poll that is %s is refetched if needed',
  async (_case, known, edited, calls) => {
    show(known);
    receive('post.changed', { post: { id: postId, poll: edited } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(call).toHaveBeenCalledTimes(calls);
  },
);
