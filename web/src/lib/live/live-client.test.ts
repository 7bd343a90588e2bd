import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent, LiveSignal, SubscribeResponse } from '#contract/live.ts';
import {
  channelCloseDelay,
  invalidRetryDelays,
  LiveClient,
  type LiveSocket,
  registerChannelRefetch,
  registerLiveHandler,
  registerSummaryRefetch,
} from './live-client.ts';

const channel = 'space:s1';
const received: number[] = [];
const refetched: string[] = [];
let summaries = 0;
registerLiveHandler('space.member_count_changed', (event) => received.push(event.seq));
registerChannelRefetch('space', (id) => refetched.push(id));
let caughtUp = 0;
registerSummaryRefetch((_context, untilCaughtUp) => {
  summaries += 1;
  void untilCaughtUp.then(() => {
    caughtUp += 1;
  });
});

const event = (seq: number): LiveEvent => ({
  seq,
  channel,
  type: 'space.member_count_changed',
  payload: { space_id: 's1', member_count: seq },
});

interface Subscription {
  channel: string;
  since: number | null;
  respond: (response: SubscribeResponse) => void;
}

/** A fake socket controlled by the test. */
class FakeSocket {
  connected = false;
  subscriptions: Subscription[] = [];
  unsubscribed: string[] = [];
  signals: unknown[] = [];
  visibility: unknown[] = [];
  #handlers = new Map<string, (value: unknown) => void>();

  on(name: string, handler: (value: never) => void): void {
    this.#handlers.set(name, handler as (value: unknown) => void);
  }
  emit(
    name: string,
    request: { channel: string; since?: number | null },
    respond?: Subscription['respond'],
  ): void {
    if (name === 'signal') this.signals.push(request);
    else if (name === 'visibility') this.visibility.push(request);
    else if (name === 'unsubscribe') this.unsubscribed.push(request.channel);
    else if (respond)
      this.subscriptions.push({ channel: request.channel, since: request.since ?? null, respond });
  }
  disconnect(): void {
    this.connected = false;
  }
  notify(name: string, value?: unknown): void {
    if (name === 'connect') this.connected = true;
    if (name === 'disconnect') this.connected = false;
    this.#handlers.get(name)?.(value);
  }
  get last(): Subscription {
    const subscription = this.subscriptions.at(-1);
    if (!subscription) throw new Error('no subscription');
    return subscription;
  }
}

describe('Live client', () => {
  let live: LiveClient;
  let socket: FakeSocket;
  beforeEach(() => {
    vi.useFakeTimers();
    received.length = 0;
    refetched.length = 0;
    summaries = 0;
    caughtUp = 0;
    live = new LiveClient(() => ({ client: new QueryClient(), viewerId: null }));
    socket = new FakeSocket();
    live.attach(socket as unknown as LiveSocket);
  });
  afterEach(() => vi.useRealTimers());

  it('buffers events until the subscription response, applies missed events first, and none twice', () => {
    live.subscribe(channel, 10);
    expect(socket.subscriptions).toHaveLength(0);
    socket.notify('connect');
    expect(socket.last).toMatchObject({ channel, since: 10 });
    socket.notify('events', [event(13)]);
    socket.notify('events', [event(12)]);
    expect(received).toEqual([]);
    socket.last.respond({ ok: true, seq: 12, missed: [event(11), event(12)] });
    expect(received).toEqual([11, 12, 13]);
    socket.notify('events', [event(13)]);
    socket.notify('events', [event(14)]);
    expect(received).toEqual([11, 12, 13, 14]);
  });

  it('subscribes before it says that it is connected, which renders the page', () => {
    live.subscribe(channel, 10);
    live.subscribe('space:s2', null);
    const subscribed: number[] = [];
    live.onState(() => subscribed.push(socket.subscriptions.length));
    socket.notify('connect');
    expect(live.state).toBe('connected');
    expect(subscribed).toEqual([2]);
  });

  it('says when the page is hidden or shown again, and after each connect only if it is hidden', () => {
    socket.notify('connect');
    live.setHidden(false);
    expect(socket.visibility).toEqual([]);
    live.setHidden(true);
    live.setHidden(true);
    expect(socket.visibility).toEqual([{ is_hidden: true }]);
    socket.notify('disconnect');
    socket.notify('connect');
    expect(socket.visibility).toEqual([{ is_hidden: true }, { is_hidden: true }]);
    socket.notify('disconnect');
    live.setHidden(false);
    socket.notify('connect');
    expect(socket.visibility).toHaveLength(2);
  });

  it('resumes from the last sequence number after a connection loss', () => {
    live.subscribe(channel, null);
    socket.notify('connect');
    socket.last.respond({ ok: true, seq: 20, missed: [] });
    socket.notify('events', [event(21)]);
    socket.notify('disconnect');
    expect(live.state).toBe('lost');
    socket.notify('connect');
    expect(live.state).toBe('connected');
    expect(socket.last.since).toBe(21);
    socket.last.respond({ ok: true, seq: 23, missed: [event(22), event(23)] });
    expect(received).toEqual([21, 22, 23]);
  });

  it('subscribes again if the response was lost with the connection, and ignores a late response', () => {
    live.subscribe(channel, 5);
    socket.notify('connect');
    const lost = socket.last;
    socket.notify('disconnect');
    socket.notify('connect');
    expect(socket.last.since).toBe(5);
    lost.respond({ ok: true, seq: 9, missed: [event(9)] });
    expect(received).toEqual([]);
    socket.last.respond({ ok: true, seq: 9, missed: [event(8), event(9)] });
    expect(received).toEqual([8, 9]);
  });

  it('refetches when too many events were missed, and continues from there', () => {
    live.subscribe(channel, 1);
    socket.notify('connect');
    socket.last.respond({ ok: true, seq: 900, refetch: true });
    expect(refetched).toEqual(['s1']);
    socket.notify('events', [event(900)]);
    socket.notify('events', [event(901)]);
    expect(received).toEqual([901]);
  });

  it('subscribes again after an invalid response, and applies what came meanwhile', () => {
    live.subscribe(channel, 10);
    socket.notify('connect');
    socket.last.respond({ ok: false, reason: 'invalid' });
    expect(socket.subscriptions).toHaveLength(1);
    vi.advanceTimersByTime(invalidRetryDelays[0] ?? 0);
    expect(socket.subscriptions).toHaveLength(2);
    expect(socket.last).toMatchObject({ channel, since: 10 });
    socket.last.respond({ ok: true, seq: 12, missed: [event(11), event(12)] });
    expect(received).toEqual([11, 12]);
  });

  it('gives up on a channel that stays invalid, refetches, and tries again after a reconnect', () => {
    live.subscribe(channel, 10);
    socket.notify('connect');
    socket.last.respond({ ok: false, reason: 'invalid' });
    for (const delay of invalidRetryDelays) {
      expect(refetched).toEqual([]);
      vi.advanceTimersByTime(delay);
      socket.last.respond({ ok: false, reason: 'invalid' });
    }
    vi.advanceTimersByTime(600_000);
    expect(socket.subscriptions).toHaveLength(1 + invalidRetryDelays.length);
    expect(refetched).toEqual(['s1']);
    socket.notify('disconnect');
    socket.notify('connect');
    expect(socket.subscriptions).toHaveLength(2 + invalidRetryDelays.length);
  });

  it('does not subscribe again to an invalid channel that was released meanwhile', () => {
    const release = live.subscribe(channel, 10);
    socket.notify('connect');
    vi.advanceTimersByTime(1);
    release();
    vi.advanceTimersByTime(channelCloseDelay - 1);
    socket.last.respond({ ok: false, reason: 'invalid' });
    vi.advanceTimersByTime(600_000);
    expect(socket.subscriptions).toHaveLength(1);
  });

  it('stops receiving a closed or forbidden channel until it is subscribed again', () => {
    const release = live.subscribe(channel, 1);
    socket.notify('connect');
    socket.last.respond({ ok: true, seq: 1, missed: [] });
    socket.notify('closed', { channel, reason: 'forbidden' });
    expect(refetched).toEqual(['s1']);
    socket.notify('events', [event(2)]);
    socket.notify('disconnect');
    socket.notify('connect');
    expect(received).toEqual([]);
    expect(socket.subscriptions).toHaveLength(1);
    release();
    live.subscribe(channel, 2);
    expect(socket.subscriptions).toHaveLength(2);
    socket.last.respond({ ok: false, reason: 'forbidden' });
    expect(refetched).toEqual(['s1', 's1']);
  });

  it('shares one subscription and closes it a few seconds after its last user', () => {
    socket.notify('connect');
    const first = live.subscribe(channel, 3);
    const second = live.subscribe(channel, 3);
    socket.last.respond({ ok: true, seq: 3, missed: [] });
    expect(socket.subscriptions).toHaveLength(1);
    first();
    first();
    second();
    vi.advanceTimersByTime(channelCloseDelay - 1);
    expect(socket.unsubscribed).toEqual([]);
    live.subscribe(channel, 3)();
    vi.advanceTimersByTime(channelCloseDelay - 1);
    expect(socket.unsubscribed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(socket.unsubscribed).toEqual([channel]);
  });

  it('requests events again that a later user of the channel missed', () => {
    socket.notify('connect');
    live.subscribe(channel, 50);
    socket.last.respond({ ok: true, seq: 50, missed: [] });
    live.subscribe(channel, 40);
    expect(socket.last.since).toBe(40);
    socket.last.respond({ ok: true, seq: 50, missed: [event(45)] });
    expect(received).toEqual([45]);
    live.subscribe(channel, 60);
    expect(socket.subscriptions).toHaveLength(2);
  });

  it('resets its sequence numbers when the user changes', () => {
    live.subscribe(channel, 7);
    socket.notify('connect');
    live.reset();
    expect(live.state).toBe('idle');
    const next = new FakeSocket();
    live.attach(next as unknown as LiveSocket);
    next.notify('connect');
    expect(next.last.since).toBeNull();
    socket.notify('events', [event(99)]);
    expect(received).toEqual([]);
  });

  describe('with channels that have an audience', () => {
    const conversation = 'conversation:c1';
    const ambient = (seq: number): LiveEvent => ({ ...event(seq), channel: conversation });

    it('applies their events without a subscription, none twice, but of no other channel', () => {
      socket.notify('connect');
      socket.notify('events', [ambient(5), ambient(6), ambient(6), ambient(4)]);
      socket.notify('events', [event(9)]);
      expect(received).toEqual([5, 6]);
    });

    it('applies them as those of a subscription while there is one, and ignores a closed channel', () => {
      live.subscribe(conversation, 5);
      socket.notify('connect');
      socket.notify('events', [ambient(7)]);
      expect(received).toEqual([]);
      socket.last.respond({ ok: true, seq: 7, missed: [ambient(6), ambient(7)] });
      expect(received).toEqual([6, 7]);
      socket.notify('closed', { channel: conversation, reason: 'forbidden' });
      socket.notify('events', [ambient(8)]);
      expect(received).toEqual([6, 7]);
    });

    it('remembers the numbers of the thousand channels used last, and no more', () => {
      const ofChannel = (at: number): LiveEvent => ({ ...event(5), channel: `conversation:c${at}` });
      socket.notify('connect');
      socket.notify(
        'events',
        Array.from({ length: 1_000 }, (_, at) => ofChannel(at)),
      );
      socket.notify('events', [{ ...ofChannel(0), seq: 6 }, ofChannel(1_000)]);
      received.length = 0;
      // All of them are known but the one that was used before all others.
      socket.notify('events', [ofChannel(0), ofChannel(2), ofChannel(1_000)]);
      expect(received).toEqual([]);
      socket.notify('events', [ofChannel(1)]);
      expect(received).toEqual([5]);
    });

    it('says when all channels have what they missed, or that it takes too long', async () => {
      const other = 'space:s2';
      for (const name of [channel, other]) live.subscribe(name, 10);
      socket.notify('connect');
      const [first, second] = socket.subscriptions;
      first?.respond({ ok: true, seq: 10, missed: [] });
      await vi.advanceTimersByTimeAsync(0);
      expect(caughtUp).toBe(0);
      second?.respond({ ok: true, seq: 12, missed: [{ ...event(12), channel: other }] });
      await vi.advanceTimersByTimeAsync(0);
      expect([received, caughtUp]).toEqual([[12], 1]);
      socket.notify('disconnect');
      socket.notify('connect');
      await vi.advanceTimersByTimeAsync(1_999);
      expect(caughtUp).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(caughtUp).toBe(2);
    });

    it('refetches summaries on every connect, and forgets the numbers for another user', () => {
      socket.notify('connect');
      expect(summaries).toBe(1);
      socket.notify('events', [ambient(5)]);
      socket.notify('disconnect');
      socket.notify('connect');
      expect(summaries).toBe(2);
      live.reset();
      const next = new FakeSocket();
      live.attach(next as unknown as LiveSocket);
      next.notify('connect');
      next.notify('events', [ambient(3)]);
      expect(received).toEqual([5, 3]);
    });
  });

  describe('with signals', () => {
    const conversation = 'conversation:c1';
    const typing: LiveSignal = {
      channel: conversation,
      type: 'conversation.typing',
      payload: { is_typing: true },
      user_id: 'u2',
    };
    const send = () => live.sendSignal(conversation, 'conversation.typing', { is_typing: true });

    it('sends them only while the channel is subscribed to', () => {
      send();
      live.subscribe(conversation, null);
      socket.notify('connect');
      send();
      expect(socket.signals).toEqual([]);
      socket.last.respond({ ok: true, seq: 1, missed: [] });
      send();
      expect(socket.signals).toEqual([
        { channel: conversation, type: 'conversation.typing', payload: { is_typing: true } },
      ]);
      socket.notify('disconnect');
      send();
      expect(socket.signals).toHaveLength(1);
    });

    it('passes them to listeners until they stop listening', () => {
      const signals: LiveSignal[] = [];
      const stop = live.onSignal('conversation.typing', (signal) => signals.push(signal));
      socket.notify('connect');
      socket.notify('signal', typing);
      expect(signals).toEqual([typing]);
      stop();
      socket.notify('signal', typing);
      expect(signals).toHaveLength(1);
    });
  });
});
