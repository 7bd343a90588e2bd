import '#web-testing/indexed-db.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/api-client.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';
import { outboxTable } from './outbox-table.ts';
import { hasUnsent } from './unsent-mark.ts';

interface Content {
  text: string;
}
type Send = OutboxOptions<Content>['send'];

const userId = 'u1';
const sent: string[] = [];
const deliver: Send = async ({ text }) => void sent.push(text);
const disconnected: Send = async () => {
  throw new NetworkError(null);
};

function open(send: Send, options: Partial<OutboxOptions<Content>> = {}): Outbox<Content> {
  return new Outbox<Content>({
    userId,
    list: 'message:c1',
    failure: 'Failed to send message',
    retry: { delays: [1_000, 2_000], later: null },
    send,
    ...options,
  });
}
const states = (outbox: Outbox<Content>) => outbox.read().map(({ text, state }) => [text, state]);
/** Waits for the promises of IndexedDB, which need timers of their own. */
const settle = () => vi.waitFor(() => new Promise((resolve) => setImmediate(resolve)));

beforeEach(async () => {
  sent.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const id of [userId, 'u2']) await (await outboxTable()).clear(id);
});
afterEach(() => vi.useRealTimers());

const until = async (check: () => boolean) => {
  for (let round = 0; round < 200 && !check(); round += 1) await settle();
  expect(check()).toBe(true);
};

describe('An outbox', () => {
  it('shows an item right away, stores it, and sends it once', async () => {
    const outbox = open(deliver);
    const adding = outbox.add({ client_id: 'a', text: 'Hi' });
    expect(states(outbox)).toEqual([['Hi', 'sending']]);
    await adding;
    await until(() => outbox.read().length === 0);
    expect(sent).toEqual(['Hi']);
    expect(await (await outboxTable()).listAll(userId)).toEqual([]);
  });

  it('sends the items in their order, also when the first takes long', async () => {
    const first = Promise.withResolvers<void>();
    const outbox = open(async (item) => {
      if (item.text === '1') await first.promise;
      sent.push(item.text);
    });
    await outbox.add({ client_id: 'a', text: '1' });
    await outbox.add({ client_id: 'b', text: '2' });
    await outbox.add({ client_id: 'c', text: '3' });
    await settle();
    expect(sent).toEqual([]);
    first.resolve();
    await until(() => outbox.read().length === 0);
    expect(sent).toEqual(['1', '2', '3']);
  });

  it('tries three times, after one and two seconds, and then counts as failed', async () => {
    let attempts = 0;
    const outbox = open(async () => {
      attempts += 1;
      throw new ApiError('unavailable', 503, 'Try again later');
    });
    await outbox.add({ client_id: 'a', text: 'Hi' });
    await until(() => attempts === 1);
    await until(() => states(outbox)[0]?.[1] === 'waiting');
    await vi.advanceTimersByTimeAsync(999);
    expect(attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => attempts === 2);
    await settle();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(attempts).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => attempts === 3);
    await until(() => states(outbox)[0]?.[1] === 'failed');
    expect(outbox.read()[0]?.reason).toBe('Try again later');
    await vi.advanceTimersByTimeAsync(600_000);
    await settle();
    expect(attempts).toBe(3);
    await outbox.retry('a');
    await until(() => attempts === 4);
  });

  it('waits as long as the server can’t be reached, and tries again now and then', async () => {
    let attempts = 0;
    const outbox = open(async () => {
      attempts += 1;
      throw new NetworkError(null);
    });
    outbox.setConnected(true);
    await outbox.add({ client_id: 'a', text: 'Hi' });
    const state = () => states(outbox)[0]?.[1];
    for (const [delay, expected] of [
      [0, 1],
      [1_000, 2],
      [2_000, 3],
      [15_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(delay);
      await until(() => attempts === expected);
      await until(() => state() === 'waiting');
    }
    // With a live connection, something drops the requests: after a minute, that is a failure.
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 60_001);
    await vi.advanceTimersByTimeAsync(15_000);
    await until(() => attempts === 5);
    await until(() => state() === 'failed');
    // Without one, it waits.
    outbox.setConnected(false);
    expect(state()).toBe('waiting');
    clock.mockRestore();
    outbox.setConnected(true);
    await until(() => attempts === 6);
  });

  it('tries three times again once an unreachable server answers with errors', async () => {
    let attempts = 0;
    const outbox = open(async () => {
      attempts += 1;
      if (attempts > 4) throw new ApiError('unavailable', 503, 'Try again later');
      throw new NetworkError(null);
    });
    await outbox.add({ client_id: 'a', text: 'Hi' });
    for (const [delay, expected] of [
      [0, 1],
      [1_000, 2],
      [2_000, 3],
      [15_000, 4],
      [15_000, 5],
      [1_000, 6],
      [2_000, 7],
    ] as const) {
      await vi.advanceTimersByTimeAsync(delay);
      await until(() => attempts === expected);
      await until(() => states(outbox)[0]?.[1] === (expected === 7 ? 'failed' : 'waiting'));
    }
  });

  it('holds back later items while the first waits, and sends all in order once the connection is back', async () => {
    let isDown = true;
    const outbox = open(async (item) => {
      if (isDown) throw new NetworkError(null);
      sent.push(item.text);
    });
    for (const text of ['1', '2', '3']) await outbox.add({ client_id: text, text });
    await until(() => states(outbox).every(([, state]) => state === 'waiting'));
    isDown = false;
    outbox.setConnected(true);
    await until(() => outbox.read().length === 0);
    expect(sent).toEqual(['1', '2', '3']);
  });

  it('goes on after a rejected item, which stays with its reason until it is retried or discarded', async () => {
    const rejected = new Set(['bad']);
    const outbox = open(async (item) => {
      if (rejected.has(item.text)) throw new ApiError('message_too_long', 400, 'Too long');
      sent.push(item.text);
    });
    await outbox.add({ client_id: 'a', text: 'bad' });
    await outbox.add({ client_id: 'b', text: 'good' });
    await until(() => sent.length === 1);
    await until(() => outbox.read().length === 1);
    expect(outbox.read()).toMatchObject([{ text: 'bad', state: 'rejected', reason: 'Too long' }]);
    rejected.clear();
    await outbox.retry('a');
    await until(() => outbox.read().length === 0);
    expect(sent).toEqual(['good', 'bad']);
  });

  it.each([429, 408])('waits with everything after status %i, and keeps the order', async (status) => {
    let isLimited = true;
    const outbox = open(async ({ text }) => {
      if (text === '1' && isLimited) throw new ApiError('rate_limited', status, 'Wait', { retry_after: 30 });
      sent.push(text);
    });
    await outbox.add({ client_id: 'a', text: '1' });
    await until(() => states(outbox)[0]?.[1] === 'waiting');
    isLimited = false;
    await outbox.add({ client_id: 'b', text: '2' });
    outbox.setConnected(true);
    await vi.advanceTimersByTimeAsync(29_999);
    await settle();
    expect(sent).toEqual([]);
    expect(states(outbox)).toEqual([
      ['1', 'waiting'],
      ['2', 'waiting'],
    ]);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => outbox.read().length === 0);
    expect(sent).toEqual(['1', '2']);
  });

  it('sends what an earlier page left, with the same client ID, and nothing of other lists and users', async () => {
    const before = open(disconnected);
    await before.add({ client_id: 'a', text: 'Hi' });
    await open(disconnected, { list: 'message:c2' }).add({ client_id: 'b', text: 'Elsewhere' });
    await open(disconnected, { userId: 'u2' }).add({ client_id: 'c', text: 'Of someone else' });
    const ids: string[] = [];
    const after = open(async ({ client_id }) => void ids.push(client_id));
    await after.ready;
    await until(() => after.read().length === 0);
    expect(ids).toEqual(['a']);
  });

  it('keeps a finished part of an item, so that it is not repeated', async () => {
    let uploads = 0;
    let isDown = true;
    const outbox = open(async (item, keep) => {
      if (item.text === 'file') {
        uploads += 1;
        await keep({ text: 'stored' });
      }
      if (isDown) throw new NetworkError(null);
      sent.push(item.text);
    });
    await outbox.add({ client_id: 'a', text: 'file' });
    await until(() => states(outbox)[0]?.[1] === 'waiting');
    isDown = false;
    outbox.setConnected(true);
    await until(() => outbox.read().length === 0);
    expect([uploads, sent]).toEqual([1, ['stored']]);
  });

  it('adds nothing twice', async () => {
    const first = Promise.withResolvers<void>();
    const outbox = open(async (item) => {
      await first.promise;
      sent.push(item.text);
    });
    await outbox.add({ client_id: 'a', text: 'Hi' });
    await outbox.add({ client_id: 'a', text: 'Hi' });
    expect(outbox.read()).toHaveLength(1);
    first.resolve();
    await until(() => outbox.read().length === 0);
    expect(sent).toEqual(['Hi']);
  });

  it('is noted while it has items, for pages that have not loaded it', async () => {
    const outbox = open(disconnected);
    expect(hasUnsent(userId)).toBe(false);
    await outbox.add({ client_id: 'a', text: 'Hi' });
    expect(hasUnsent(userId)).toBe(true);
    await outbox.discard('a');
    expect(hasUnsent(userId)).toBe(false);
  });

  it('shows events about own items only once nothing is pending', async () => {
    const outbox = open(disconnected);
    const show = vi.fn();
    expect(outbox.defer(show)).toBe(false);
    await outbox.add({ client_id: 'a', text: 'Hi' });
    expect(outbox.defer(show)).toBe(true);
    expect(show).not.toHaveBeenCalled();
    await outbox.discard('a');
    expect(show).toHaveBeenCalledOnce();
  });
});

describe('The items of a browser', () => {
  const item = { client_id: 'a', user_id: userId, list: 'message:c1', at: '', rejection: null, content: {} };

  it('are cleared for one user; those of others stay', async () => {
    const table = await outboxTable();
    await table.add(item);
    await table.add({ ...item, client_id: 'b', user_id: 'u2' });
    await table.clear(userId);
    expect(await table.listAll(userId)).toEqual([]);
    expect(await table.listAll('u2')).toMatchObject([{ client_id: 'b' }]);
    expect([hasUnsent(userId), hasUnsent('u2')]).toEqual([false, true]);
    await table.remove('b');
    expect(hasUnsent('u2')).toBe(false);
  });

  it('are kept by the page while the part that stores them cannot be loaded, and stored afterwards', async () => {
    vi.resetModules();
    vi.doMock('./outbox-database.ts', () => {
      throw new Error('offline');
    });
    const { outboxTable: readTable } = await import('./outbox-table.ts');
    const mark = await import('./unsent-mark.ts');
    expect(await (await readTable()).add(item)).toBe(false);
    expect(mark.hasUnsent(userId)).toBe(true);
    vi.doUnmock('./outbox-database.ts');
    expect(await (await readTable()).listAll(userId)).toMatchObject([{ client_id: 'a' }]);
    expect(await (await outboxTable()).listAll(userId)).toMatchObject([{ client_id: 'a' }]);
    expect(await (await readTable()).add({ ...item, client_id: 'b' })).toBe(true);
  });
});

describe('Two tabs of a browser', () => {
  /** Web Locks of one browser, as far as the outbox uses them. */
  function stubLocks() {
    let last: Promise<unknown> = Promise.resolve();
    const request = (_name: string, task: () => Promise<void>) => {
      const next = last.then(task, task);
      last = next;
      return next;
    };
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

  it('send each item once, by one of them', async () => {
    stubLocks();
    const first = Promise.withResolvers<void>();
    const send: Send = async (item) => {
      await first.promise;
      sent.push(item.text);
    };
    const one = open(send);
    await one.add({ client_id: 'a', text: 'Hi' });
    const other = open(send);
    await settle();
    first.resolve();
    await other.ready;
    await until(() => one.read().length === 0 && other.read().length === 0);
    expect(sent).toEqual(['Hi']);
  });
});
