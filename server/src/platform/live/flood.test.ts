import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SubscribeResponse } from '#contract/live.ts';
import { newId } from '#server/platform/ids.ts';
import { listen, type TestListener } from '#testing/live.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { publishLarge, publishMarker } from '#testing/publish-events.ts';
import { rawRequest, sendRaw } from '#testing/raw-http.ts';
import { ownServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';

/** Each test uses its own address, as sent by a trusted proxy, and therefore its own budgets. */
const server = ownServer('rate limits are on', { RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const listener of opened.splice(0)) listener.close();
});
const from = (address: string, client?: Parameters<typeof listen>[1]) =>
  listen(server.url, client, { 'x-forwarded-for': address }).then((listener) => {
    opened.push(listener);
    return listener;
  });

/** Resolves when the server closes a connection, with the `limited` message if there was one. */
function endOf({ socket }: TestListener): Promise<{ retry_after: number } | null> {
  return new Promise((resolve) => {
    let limited: { retry_after: number } | null = null;
    socket.on('limited', (message) => {
      limited = message;
    });
    socket.on('disconnect', () => resolve(limited));
  });
}
/** Resolves with the error of a rejected handshake, or null if it succeeds. */
const rejectionOf = (address: string, headers: Record<string, string> = {}) =>
  new Promise<{ message: string; data?: { retry_after: number } } | null>((resolve) => {
    const socket = io(server.url, {
      path: '/live',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { 'x-forwarded-for': address, ...headers },
    });
    opened.push(socket);
    socket.on('connect', () => resolve(null));
    socket.on('connect_error', (error) => resolve(error as never));
  });

describe('A client that subscribes endlessly', () => {
  it.each(['signed out', 'signed in'])(
    'is disconnected with a time to wait if %s, unlike others',
    async (who) => {
      const owner = await newPerson(server);
      const space = await newSpace(owner);
      const address = newAddress();
      const flood = await from(address, who === 'signed in' ? owner : undefined);
      const calm = await from(address);
      const end = endOf(flood);
      for (let n = 0; n < 400; n += 1) {
        flood.socket.emit('subscribe', { channel: `post:${newId()}`, since: null }, () => {});
      }
      expect(await end).toEqual({ retry_after: expect.any(Number) });
      expect(await calm.subscribe(`space:${space.id}`)).toMatchObject({ ok: true });
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(/hearth_live_cuts_total\{reason="limited"\} [1-9]/);
    },
  );

  it('gets at most a hundred channels, however many it requests at once', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const posts = [];
    for (let n = 0; n < 130; n += 1) posts.push(await newPostBySql(server, space.id, owner.user.id));
    const listener = await from(newAddress(), owner);
    const responses = await Promise.all(posts.map((id) => listener.subscribe(`post:${id}`)));
    expect(responses.filter(({ ok }) => ok)).toHaveLength(100);
    expect(responses.slice(100)).toEqual(posts.slice(100).map(() => ({ ok: false, reason: 'invalid' })));
    listener.socket.emit('unsubscribe', { channel: `post:${posts[0]}` });
    expect(await listener.subscribe(`post:${posts[120]}`)).toMatchObject({ ok: true });
  });

  it('shares one catch-up per channel between concurrent requests', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const listener = await from(newAddress(), owner);
    const channel = `space:${space.id}`;
    await listener.subscribe(channel);
    for (let mark = 0; mark < 5; mark += 1) await publishMarker(server, space.id, mark);
    // Events are numbered after their transaction. Once the last one is here, none is to come.
    const { seq } = await listener.received(
      'space.member_count_changed',
      ({ payload }) => payload.member_count === 4,
    );
    const responses = await Promise.all(
      [seq, null, seq - 2, seq].map((since) => listener.subscribe(channel, since)),
    );
    const missedBy = (response: SubscribeResponse | undefined) =>
      response?.ok && 'missed' in response ? response.missed.length : null;
    // The first has started when the others arrive; those share the next turn.
    expect(responses.map(missedBy)).toEqual([0, 2, 2, 2]);
  });

  it('keeps a channel that it leaves and joins again while its first subscription waits', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const channel = `space:${space.id}`;
    const listener = await from(newAddress(), owner);
    let responses: Promise<SubscribeResponse>[] = [];
    // The first subscription waits for the lock, the others for their turn after it.
    await server.db.transaction().execute(async (tx) => {
      await sql`lock table live_state in access exclusive mode`.execute(tx);
      responses = [listener.subscribe(`user:${owner.user.id}`), listener.subscribe(channel)];
      listener.socket.emit('unsubscribe', { channel });
      responses.push(listener.subscribe(channel));
      // Messages of a connection are handled in order: this one's response shows that the others have arrived.
      expect(await listener.subscribe('malformed')).toEqual({ ok: false, reason: 'invalid' });
    });
    expect(await Promise.all(responses)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    await publishMarker(server, space.id, 7);
    await listener.received('space.member_count_changed', ({ payload }) => payload.member_count === 7);
  });
});

describe('A client that resumes endlessly', () => {
  it('is told to refetch once its budget is used up', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const channel = `space:${space.id}`;
    const listener = await from(newAddress(), owner);
    const { seq } = (await listener.subscribe(channel)) as { seq: number };
    for (let mark = 0; mark < 400; mark += 1) await publishMarker(server, space.id, mark);
    await listener.received('space.member_count_changed', ({ payload }) => payload.member_count === 399);
    const responses = [];
    for (let n = 0; n < 12; n += 1) responses.push(await listener.subscribe(channel, seq));
    expect(responses[0]).toMatchObject({ missed: { length: 400 } });
    expect(responses.at(-1)).toMatchObject({ ok: true, refetch: true });
  });

  it('gets at most a megabyte of one channel, however small its stored size', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const channel = `space:${space.id}`;
    const listener = await from(newAddress(), owner);
    const { seq } = (await listener.subscribe(channel)) as { seq: number };
    for (let n = 0; n < 4; n += 1) await publishLarge(server, space.id, 300_000);
    await vi.waitFor(() => expect(listener.events).toHaveLength(4));
    const [first] = listener.events;
    expect(await listener.subscribe(channel, seq)).toMatchObject({ ok: true, refetch: true });
    expect(await listener.subscribe(channel, first?.seq)).toMatchObject({ missed: { length: 3 } });
  });
});

describe('Messages', () => {
  it.each([
    ['of an unknown type', 'nonsense'],
    ['that unsubscribe', 'unsubscribe'],
  ])('%s are counted, and too many close the connection', async (_what, name) => {
    const listener = await from(newAddress());
    const end = endOf(listener);
    for (let n = 0; n < 600; n += 1) listener.socket.emit(name as 'unsubscribe', { channel: 'x' });
    expect(await end).toEqual({ retry_after: expect.any(Number) });
  });

  it('of more than 16 KB close the connection', async () => {
    const listener = await from(newAddress());
    const end = endOf(listener);
    listener.socket.emit('unsubscribe', { channel: 'x'.repeat(17 * 1024) });
    expect(await end).toBeNull();
  });
});

describe('Connections', () => {
  it('of one user are limited to fifty; the next is told when to reconnect', async () => {
    const person = await newPersonBySql(server);
    const listeners = [];
    for (let n = 0; n < 50; n += 1) listeners.push(await from(newAddress(), person));
    const cookie = person.cookieHeader();
    expect(await rejectionOf(newAddress(), { cookie })).toMatchObject({ data: { retry_after: 60 } });
    expect(listeners.every(({ socket }) => socket.connected)).toBe(true);
    listeners[0]?.close();
    await vi.waitFor(async () => expect(await rejectionOf(newAddress(), { cookie })).toBeNull());
  });

  it('of one person count once each, however often a client joins and leaves over one', async () => {
    const person = await newPersonBySql(server);
    const cookie = person.cookieHeader();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`, {
      headers: { cookie, 'x-forwarded-for': newAddress() },
    } as never);
    opened.push(socket);
    const messages: string[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    socket.onclose = () => end();
    socket.onerror = () => end();
    // Socket.IO's packets: 0 opens the connection, 40 joins, 41 leaves; the server's 40 accepts a client, its 44 rejects it.
    const joined = new Promise<void>((resolve) => {
      socket.onmessage = async ({ data }) => {
        messages.push(String(data).slice(0, 2));
        if (messages.length > 60 || messages.at(-1) === '44') return resolve();
        if (messages.at(-1) === '40') {
          socket.send('41');
          // Joining before the server has seen the leaving would end the connection.
          await fetch(`${server.url}/api/health/live`);
        }
        socket.send('40');
      };
    });
    await Promise.race([joined, ended]);
    expect(messages).toEqual(['0{', ...Array.from({ length: 60 }, () => '40')]);
    expect(await rejectionOf(newAddress(), { cookie })).toBeNull();
  });

  it('that one user opens again and again are rejected with a time to wait', async () => {
    const person = await newPersonBySql(server);
    const rejected = [];
    for (let n = 0; n < 2_000 && rejected.length === 0; n += 1) {
      const denialReason = await rejectionOf(newAddress(), { cookie: person.cookieHeader() });
      if (denialReason) rejected.push(denialReason);
      opened.pop()?.close();
    }
    expect(rejected[0]).toMatchObject({ message: 'rate_limited', data: { retry_after: expect.any(Number) } });
  });

  it('are counted by the address from the trusted proxy, not by one that the client claims', async () => {
    const address = newAddress();
    const ask = (spoofed: string) =>
      fetch(`${server.url}/live/?EIO=4&transport=none`, {
        headers: { 'x-forwarded-for': `${spoofed}, ${address}` },
      });
    let rejected = 0;
    for (let n = 0; n < 4_000 && rejected === 0; n += 100) {
      const responses = await Promise.all(Array.from({ length: 100 }, (_, m) => ask(`198.51.100.${m}`)));
      rejected += responses.filter(({ status }) => status === 429).length;
    }
    expect(rejected).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/live/?EIO=4&transport=polling`)).status).toBe(200);
  });

  it('with two Host headers are rejected', async () => {
    const response = await sendRaw(
      server.url,
      rawRequest('GET', '/live/?EIO=4&transport=polling', { host: 'elsewhere' }),
    );
    expect(response.status).toBe(400);
  });
});
