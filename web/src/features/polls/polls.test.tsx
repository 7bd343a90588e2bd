import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Poll } from '#contract/features/polls/polls.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { checkPoll, newPollDraft, toPollInput } from './poll-draft.ts';
import { PollView } from './poll-view.tsx';
import { applyToPoll } from './polls.live.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));

const poll = (fields: Partial<Poll> = {}): Poll => ({
  question: 'Rye or wheat?',
  multiple: false,
  closes_at: null,
  closed_at: null,
  voter_count: 3,
  options: [
    { id: 'a', text: 'Rye', vote_count: null },
    { id: 'b', text: 'Wheat', vote_count: null },
  ],
  viewer_option_ids: [],
  version: 4,
  ...fields,
});

function show(shown: Poll, rights = { canVote: true, canClose: false }, title = 'What we bake on') {
  const client = createQueryClient(call);
  return render(
    <QueryClientProvider client={client}>
      <PollView postId="p1" poll={shown} title={title} {...rights} />
    </QueryClientProvider>,
  );
}

// jsdom lacks this; arrow keys in radio groups need it.
vi.stubGlobal('CSS', { escape: (text: string) => text });
beforeEach(() => {
  call.mockReset();
  // For the polls of earlier tests, which are fetched again a moment after they closed.
  call.mockResolvedValue({ poll: poll(), live_cursor: 0 });
});
afterEach(cleanup);

describe('a poll', () => {
  it('renders a poll as a labeled group of choices that can be voted in with the keyboard', async () => {
    const user = userEvent.setup();
    call.mockResolvedValue({ poll: poll({ viewer_option_ids: ['b'], version: 5 }) });
    show(poll());
    expect(screen.getByRole('group', { name: 'Rye or wheat?' })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Vote' }).disabled).toBe(true);
    await user.tab();
    await user.keyboard(' ');
    await user.keyboard('{ArrowDown}');
    expect(call).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Vote' }));
    expect(call).toHaveBeenCalledExactlyOnceWith('vote_in_poll', { post_id: 'p1', option_ids: ['b'] });
  });

  it('hides a question that equals the post title but keeps it as the group label', () => {
    const { unmount } = show(poll(), undefined, 'Rye or wheat?');
    const group = screen.getByRole('group', { name: 'Rye or wheat?' });
    expect(within(group).getByText('Rye or wheat?').className).toBe('sr-only');
    unmount();
    show(poll());
    expect(screen.getByText('Rye or wheat?').className).not.toContain('sr-only');
  });

  it('hides the results before the viewer has voted', () => {
    show(poll());
    expect(screen.queryByText(/%/)).toBeNull();
    expect(screen.getByText('3 people voted')).toBeTruthy();
  });

  it("shows the results and the viewer's vote, and lets the viewer change it", async () => {
    const options = [
      { id: 'a', text: 'Rye', vote_count: 1 },
      { id: 'b', text: 'Wheat', vote_count: 2 },
    ];
    show(poll({ options, viewer_option_ids: ['b'] }));
    expect(screen.getByText(/67%/)).toBeTruthy();
    expect(screen.getByText('Your vote')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Change vote' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Wheat' }).checked).toBe(true);
  });

  it('accepts several choices if multiple answers are allowed', async () => {
    call.mockResolvedValue({ poll: poll() });
    show(poll({ multiple: true }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Rye' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Wheat' }));
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    expect(call).toHaveBeenCalledWith('vote_in_poll', { post_id: 'p1', option_ids: ['a', 'b'] });
  });

  it('shows no choices if the poll is closed or the viewer may not vote', async () => {
    call.mockResolvedValue({ poll: poll(), live_cursor: 0 });
    const { unmount } = show(poll({ closed_at: '2026-01-01T00:00:00.000Z' }), {
      canVote: true,
      canClose: true,
    });
    expect(screen.getByText(/· closed$/)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    show(poll(), { canVote: false, canClose: false });
    expect(screen.queryByRole('radio')).toBeNull();
    await waitFor(() => expect(screen.getByText('3 people voted')).toBeTruthy());
  });

  const counted = [
    { id: 'a', text: 'Rye', vote_count: 1 },
    { id: 'b', text: 'Wheat', vote_count: 2 },
  ];
  const writes = () => call.mock.calls.filter(([operation]) => operation !== 'get_poll');
  const button = (name: string) => screen.queryByRole('button', { name });

  it('shows the results to someone who may see them before voting, and then lets them vote', async () => {
    show(poll({ options: counted }));
    await userEvent.click(screen.getByRole('radio', { name: 'Rye' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show results' }));
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/67%/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    // What was selected before isn't kept.
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Rye' }).checked).toBe(false);
    expect(writes()).toEqual([]);
  });

  it('goes back to the results if a change of the vote is canceled', async () => {
    show(poll({ options: counted, viewer_option_ids: ['b'] }));
    await userEvent.click(screen.getByRole('button', { name: 'Change vote' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Rye' }));
    expect(button('Remove vote')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Your vote').parentElement?.textContent).toContain('Wheat');
    expect(writes()).toEqual([]);
  });

  it('unselects an option of several again', async () => {
    call.mockResolvedValue({ poll: poll() });
    show(poll({ multiple: true }));
    for (const name of ['Rye', 'Wheat', 'Rye']) {
      await userEvent.click(screen.getByRole('checkbox', { name }));
    }
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    expect(call).toHaveBeenCalledWith('vote_in_poll', { post_id: 'p1', option_ids: ['b'] });
  });

  it.each([
    ['Remove vote', 'withdraw_vote'],
    ['Close poll', 'close_poll'],
  ])('%s: sends it once and changes nothing else', async (name, operation) => {
    call.mockResolvedValue({ poll: poll() });
    show(poll({ options: counted, viewer_option_ids: ['b'] }), { canVote: true, canClose: true });
    await userEvent.click(screen.getByRole('button', { name }));
    expect(writes()).toEqual([[operation, { post_id: 'p1' }]]);
  });

  it('offers to close only to those who may', () => {
    show(poll());
    expect(button('Close poll')).toBeNull();
  });

  it('keeps the selection if the vote could not be saved', async () => {
    call.mockRejectedValue(new TypeError('Failed to fetch'));
    show(poll());
    await userEvent.click(screen.getByRole('radio', { name: 'Wheat' }));
    await userEvent.click(screen.getByRole('button', { name: 'Vote' }));
    await waitFor(() => expect(button('Vote')).toBeTruthy());
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Wheat' }).checked).toBe(true);
  });
});

describe('A poll event', () => {
  const event = (version: number) => ({
    seq: 1,
    channel: 'space:s',
    type: 'poll.changed' as const,
    payload: { post_id: 'p1', voter_count: 9, closed_at: null, version },
  });

  it('updates the voter count once and is ignored if it is outdated', () => {
    const next = applyToPoll(poll(), event(5));
    expect(next).toMatchObject({ voter_count: 9, version: 5 });
    expect(applyToPoll(next, event(5))).toBe(next);
    expect(applyToPoll(next, event(3))).toBe(next);
  });
});

describe('A poll draft', () => {
  const draft = { ...newPollDraft(), question: 'Which day?', options: ['Mon', 'Tue', ''] };

  it('is sent without its empty options', () => {
    expect(checkPoll(draft, 0)).toBeNull();
    expect(toPollInput(draft).options).toEqual(['Mon', 'Tue']);
  });

  it.each([
    ['question', { question: 'Eh' }],
    ['options', { options: ['Mon', ' '] }],
    ['options', { options: ['Mon', 'mon'] }],
    ['closes_at', { closes_at: '1969-12-31T23:00:00.000Z' }],
  ])('reports what is missing in its %s', (at, fields) => {
    expect(checkPoll({ ...draft, ...fields }, 0)?.at).toBe(at);
  });
});
