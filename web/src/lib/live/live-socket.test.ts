import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveSocket } from './live-client.ts';
import { openLiveSocket, waitAfterRejection } from './live-socket.ts';

type Handler = (...values: never[]) => void;
const fake = vi.hoisted(() => ({
  handlers: new Map<string, ((...values: unknown[]) => void)[]>(),
  tryAgain: (_attempt: number): void => {},
  longestDelay: 0,
  connects: 0,
  disconnects: 0,
  active: true,
  connected: false,
  options: undefined as { auth(send: (values: object) => void): void } | undefined,
}));
vi.mock('socket.io-client', () => ({
  io: (options: typeof fake.options) => {
    fake.options = options;
    const socket = {
      io: {
        on: (_name: string, handler: (attempt: number) => void) => {
          fake.tryAgain = handler;
        },
        reconnectionDelayMax: (delay: number) => {
          fake.longestDelay = delay;
        },
      },
      on: (name: string, handler: Handler) => {
        const known = fake.handlers.get(name) ?? [];
        fake.handlers.set(name, [...known, handler as (...values: unknown[]) => void]);
      },
      emit: (_name: string, _request: unknown, respond?: (response: unknown) => void) => respond?.({}),
      connect: () => {
        fake.connects += 1;
        return socket;
      },
      disconnect: () => {
        fake.disconnects += 1;
        return socket;
      },
      get active() {
        return fake.active;
      },
      get connected() {
        return fake.connected;
      },
    };
    return socket;
  },
}));
const open: LiveSocket[] = [];
const openSocket = () => {
  const socket = openLiveSocket();
  open.push(socket);
  return socket;
};
const fire = (name: string, ...values: unknown[]) => {
  for (const handler of fake.handlers.get(name) ?? []) handler(...values);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  fake.handlers.clear();
  Object.assign(fake, { connects: 0, disconnects: 0, active: true, connected: false });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('comes back after the wait that the server asked for, twice as long each time', () => {
  openSocket();
  fire('connect');
  fire('limited', { retry_after: 4 });
  fire('disconnect', 'io client disconnect');
  expect(fake.disconnects).toBe(1);
  vi.advanceTimersByTime(3_999);
  expect(fake.connects).toBe(0);
  vi.advanceTimersByTime(1);
  expect(fake.connects).toBe(1);
  fire('connect');
  fire('limited', { retry_after: 4 });
  vi.advanceTimersByTime(7_999);
  expect(fake.connects).toBe(1);
  vi.advanceTimersByTime(1);
  expect(fake.connects).toBe(2);
});

it('passes on what comes together in one step, so that the page renders once', () => {
  let steps = 0;
  notifyManager.setScheduler((step) => {
    steps += 1;
    step();
  });
  try {
    const shown: number[] = [];
    const show = notifyManager.batchCalls((value: number) => void shown.push(value));
    const socket = openSocket();
    const showAll = () => {
      for (const value of [1, 2, 3]) show(value);
    };
    socket.on('events', showAll);
    fire('events', []);
    expect([shown, steps]).toEqual([[1, 2, 3], 1]);
    socket.emit('subscribe', { channel: 'space:1', since: null }, showAll);
    expect([shown, steps]).toEqual([[1, 2, 3, 1, 2, 3], 2]);
  } finally {
    notifyManager.setScheduler(defaultScheduler);
  }
});

it('connects anew when the device of a visible page wakes up', () => {
  openSocket();
  vi.advanceTimersByTime(60_000);
  expect([fake.disconnects, fake.connects]).toEqual([0, 0]);
  // Asleep: the clock goes on, timers don't.
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(5_000);
  expect([fake.disconnects, fake.connects]).toEqual([1, 1]);

  // Timers of hidden pages are slow, and so they are just after the page is shown again.
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(Date.now() + 60_000);
  // The connection has lasted.
  fake.connected = true;
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(5_000);
  expect(fake.connects).toBe(1);
});

it('forgets earlier rejections once a connection has lasted', () => {
  openSocket();
  for (let denialReason = 0; denialReason < 4; denialReason += 1) fire('limited', { retry_after: 4 });
  vi.advanceTimersByTime(32_000);
  fire('connect');
  vi.advanceTimersByTime(60_001);
  const connects = fake.connects;
  fire('limited', { retry_after: 4 });
  vi.advanceTimersByTime(4_000);
  expect(fake.connects).toBe(connects + 1);
});

it('forgets rejected handshakes too once a connection has lasted, however it ends', () => {
  openSocket();
  fake.active = false;
  const reject = () =>
    fire('connect_error', Object.assign(new Error('unavailable'), { data: { retry_after: 4 } }));
  for (let rejection = 0; rejection < 4; rejection += 1) reject();
  vi.advanceTimersByTime(32_000);
  fire('connect');
  vi.advanceTimersByTime(60_001);
  fire('disconnect', 'transport close');
  const { connects } = fake;
  reject();
  vi.advanceTimersByTime(4_000);
  expect(fake.connects).toBe(connects + 1);
});

it('tries again after a handshake that the server rejected, which the library does not', () => {
  openSocket();
  fake.active = false;
  fire('connect_error', Object.assign(new Error('unavailable'), { data: { retry_after: 7 } }));
  vi.advanceTimersByTime(6_999);
  expect(fake.connects).toBe(0);
  vi.advanceTimersByTime(1);
  expect(fake.connects).toBe(1);
});

it('leaves failed connections to the library, and does not hurry a wait when the network comes back', () => {
  openSocket();
  fire('connect_error', new Error('websocket error'));
  vi.advanceTimersByTime(60_000);
  expect(fake.connects).toBe(0);
  fire('limited', { retry_after: 4 });
  window.dispatchEvent(new Event('online'));
  expect(fake.connects).toBe(0);
  vi.advanceTimersByTime(4_000);
  expect(fake.connects).toBe(1);
});

it('comes back at a random time within that which a stopping server asks for', () => {
  openSocket();
  fire('connect');
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  fire('stopping', { reconnect_within: 8 });
  fire('disconnect', 'io client disconnect');
  expect(fake.disconnects).toBe(1);
  vi.advanceTimersByTime(4_299);
  expect(fake.connects).toBe(0);
  vi.advanceTimersByTime(1);
  expect(fake.connects).toBe(1);
});

it('tries seldom once the server seems to be down, and often again after the next loss', () => {
  openSocket();
  fake.tryAgain(40);
  expect(fake.longestDelay).toBe(1_500);
  fake.tryAgain(41);
  expect(fake.longestDelay).toBe(15_000);
  fake.tryAgain(1);
  expect(fake.longestDelay).toBe(1_500);
});

it('stays away once it was told to end', () => {
  const socket = openSocket();
  fire('limited', { retry_after: 4 });
  socket.disconnect();
  vi.advanceTimersByTime(60_000);
  expect(fake.connects).toBe(0);
});

it('spreads the browsers over half as long again, and has a longest wait', () => {
  expect(waitAfterRejection(4, 1)).toBe(4_000);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  expect(waitAfterRejection(4, 1)).toBe(6_000);
  expect(waitAfterRejection(4, 30)).toBe(450_000);
});

it('connects at once when someone looks at the page again, unless it is connected', () => {
  let state = 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => state as DocumentVisibilityState);
  const turn = (next: string) => {
    state = next;
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(0);
  };
  openSocket();
  fire('connect_error', new Error());
  turn('hidden');
  expect(fake.connects).toBe(0);
  turn('visible');
  expect(fake.connects).toBe(1);
  vi.advanceTimersByTime(5_000);
  turn('hidden');
  fake.connected = true;
  turn('visible');
  expect(fake.connects).toBe(1);
});

it('leaves a handshake that is under way alone when someone looks at the page again, until it takes too long', () => {
  const look = () => {
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(0);
  };
  openSocket();
  fire('connect');
  fire('disconnect', 'transport close');
  fake.tryAgain(1);
  look();
  expect(fake.connects).toBe(0);
  vi.advanceTimersByTime(5_000);
  look();
  expect(fake.connects).toBe(1);
});

it('connects once when the network is back and someone looks at the page again', () => {
  openSocket();
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(0);
  expect(fake.connects).toBe(1);
});

it('waits as the server has told it, also when someone looks at the page again', () => {
  openSocket();
  fire('connect');
  fire('limited', { retry_after: 60 });
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(1_000);
  expect(fake.connects).toBe(0);
});

it('says whether the page was connected before', () => {
  openSocket();
  const sent: object[] = [];
  fake.options?.auth((values) => sent.push(values));
  fire('connect');
  fake.options?.auth((values) => sent.push(values));
  expect(sent).toEqual([{ is_return: false }, { is_return: true }]);
});
