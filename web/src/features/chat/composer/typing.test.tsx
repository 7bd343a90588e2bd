import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxTypingParticipants } from '#contract/values/limits.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { LiveClient } from '#web/lib/live/live-client.ts';
import { LiveClientContext } from '#web/lib/live/use-live.ts';
import { aConversation, idOf } from '#web-testing/fixtures.ts';
import { toTypingText, useTypingIds, useTypingSignal } from './use-typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const conversation = aConversation({ id: idOf(1) });
const channel = `conversation:${idOf(1)}`;

function start<T>(use: () => T) {
  const client = createQueryClient((() => Promise.reject(new Error('none'))) as never);
  const live = new LiveClient(() => ({ client, viewerId: null }));
  const sent: boolean[] = [];
  vi.spyOn(live, 'sendSignal').mockImplementation((to, type, payload) => {
    expect([to, type]).toEqual([channel, 'conversation.typing']);
    sent.push((payload as { is_typing: boolean }).is_typing);
  });
  type Receive = Parameters<LiveClient['onSignal']>[1];
  const listeners = new Set<Receive>();
  vi.spyOn(live, 'onSignal').mockImplementation((_type, listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });
  const receive = (user_id: string, is_typing: boolean, from = channel) =>
    act(() => {
      for (const listener of listeners)
        listener({ channel: from, type: 'conversation.typing', payload: { is_typing }, user_id } as never);
    });
  const hook = renderHook(use, {
    wrapper: ({ children }) => <LiveClientContext value={live}>{children}</LiveClientContext>,
  });
  return { ...hook, sent, receive, listeners };
}

describe('The viewer types', () => {
  it('is sent with the first key, again every ten seconds, and ends five seconds after the last', () => {
    const { result, sent } = start(() => useTypingSignal(conversation));
    result.current.type();
    result.current.type();
    expect(sent).toEqual([true]);
    for (let second = 0; second < 12; second += 4) {
      vi.advanceTimersByTime(4_000);
      result.current.type();
    }
    expect(sent).toEqual([true, true]);
    vi.advanceTimersByTime(4_999);
    expect(sent).toEqual([true, true]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([true, true, false]);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(3);
  });

  it('ends when the text is sent or the conversation is left, and only then', () => {
    const { result, sent, unmount } = start(() => useTypingSignal(conversation));
    result.current.stop();
    expect(sent).toEqual([]);
    result.current.type();
    result.current.stop();
    expect(sent).toEqual([true, false]);
    result.current.type();
    unmount();
    expect(sent).toEqual([true, false, true, false]);
  });

  it.each([
    ['in a large group', { participant_count: maxTypingParticipants + 1 }],
    ['where the viewer can’t write', { can: { ...conversation.can, send: false } }],
  ])('isn’t sent %s', (_where, fields) => {
    const { result, sent } = start(() => useTypingSignal({ ...conversation, ...fields }));
    result.current.type();
    expect(sent).toEqual([]);
  });

  it('is sent in a group of a hundred', () => {
    const large = { ...conversation, participant_count: maxTypingParticipants };
    const { result, sent } = start(() => useTypingSignal(large));
    result.current.type();
    expect(sent).toEqual([true]);
  });
});

describe('Others who type', () => {
  const [ada, bob] = [idOf(901), idOf(902)];

  it('are shown in the order in which they began, until they stop', () => {
    const { result, receive } = start(() => useTypingIds(conversation));
    receive(ada, true);
    receive(bob, true);
    receive(ada, true);
    expect(result.current).toEqual([ada, bob]);
    receive(ada, false);
    expect(result.current).toEqual([bob]);
  });

  it('are shown for 15 seconds after they were last heard of', () => {
    const { result, receive } = start(() => useTypingIds(conversation));
    receive(ada, true);
    act(() => void vi.advanceTimersByTime(10_000));
    receive(ada, true);
    act(() => void vi.advanceTimersByTime(14_999));
    expect(result.current).toEqual([ada]);
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current).toEqual([]);
  });

  it('in another conversation aren’t shown', () => {
    const { result, receive, unmount, listeners } = start(() => useTypingIds(conversation));
    receive(ada, true, `conversation:${idOf(2)}`);
    expect(result.current).toEqual([]);
    unmount();
    expect(listeners.size).toBe(0);
  });

  it.each([
    [[], null],
    [['a'], 'Ada is typing...'],
    [['a', 'b'], 'Ada and Bob are typing...'],
    [['a', 'b', 'c'], 'Ada, Bob and Cleo are typing...'],
    [['a', 'b', 'c', 'd'], 'Several people are typing...'],
    [['x'], 'Someone is typing...'],
    [['a', 'x'], 'Several people are typing...'],
  ])('%j are %j', (ids, text) => {
    const names: Record<string, string> = { a: 'Ada', b: 'Bob', c: 'Cleo', d: 'Dan' };
    expect(toTypingText(ids, (id) => names[id])).toBe(text);
  });
});
