import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { listen } from './listen.ts';

const host = '127.0.0.1';
const stops: (() => unknown)[] = [];
afterEach(async () => {
  // Together: some wait for connections that only `app.close()` ends.
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

function createApp(): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.get('/', () => 'Hello');
  stops.push(() => app.close());
  return app;
}

/** Starts a server; `port` 0 is any. */
async function start(port = 0): Promise<{ app: FastifyInstance; port: number; stop: () => Promise<void> }> {
  const app = createApp();
  const stop = await listen(app, { port, host });
  stops.push(stop);
  return { app, port: Number(new URL(app.listeningOrigin).port), stop };
}

it.runIf(process.platform === 'linux')('accepts many connections in a turn of the event loop', async () => {
  const { app, port } = await start();
  const accepted: Socket[] = [];
  app.server.on('connection', (socket) => accepted.push(socket));
  const clients = Array.from({ length: 200 }, () => connect(port, host));
  stops.push(() => {
    for (const client of clients) client.destroy();
  });
  // The system connects them meanwhile, and the server hasn't accepted any.
  await turn();
  const until = performance.now() + 50;
  while (performance.now() < until);
  const before = accepted.length;
  await turn();
  await turn();
  expect(accepted.length - before).toBeGreaterThan(20);
});

it('handles the requests of all of its sockets', async () => {
  const { port } = await start();
  const responses = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const response = await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } });
      return await response.text();
    }),
  );
  expect(new Set(responses)).toEqual(new Set(['Hello']));
});

it('shares its port with no other server', async () => {
  const { port } = await start();
  await expect(listen(createApp(), { port, host })).rejects.toThrow('EADDRINUSE');
});

it('starts only one of two servers that start at the same time', async () => {
  const { port, app, stop } = await start();
  await Promise.all([stop(), app.close()]);
  const starts = await Promise.allSettled([start(port), start(port)]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it.runIf(process.platform === 'linux')('starts not while another server starts on its port', async () => {
  const { port, app, stop } = await start();
  await Promise.all([stop(), app.close()]);
  const other = createServer().listen({ path: `\0hearth-${host}-${port}` });
  await once(other, 'listening');
  await expect(start(port)).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => other.close(resolve));
  await start(port);
});

it('leaves its port to the next server once it has stopped', async () => {
  const { app, port, stop } = await start();
  // The system resets those that the server hasn't accepted.
  const idle = Array.from({ length: 100 }, () =>
    connect(port, host)
      .on('error', () => {})
      .resume(),
  );
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const closed = Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  await Promise.all([stop(), app.close()]);
  await closed;
  await start(port);
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('Hello');
});
