import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Number of sockets that listen on the port. Node accepts one connection of each in a turn of the event loop. When thousands come
 * at once, such as after a restart, a request would wait behind all of them.
 */
const listeningSockets = 64;

interface Address {
  port: number;
  host: string;
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/**
 * Checks that nothing listens on the port. Sockets that share a port would share it with another server, too.
 * @throws `EADDRINUSE` if something does.
 */
async function checkIsFree({ port, host }: Address): Promise<void> {
  const probe = createServer();
  probe.listen({ port, host });
  await once(probe, 'listening');
  await close(probe);
}

/** Opens another socket on the port of a server, which handles its connections. */
async function listenToo(app: FastifyInstance, address: Address): Promise<Server> {
  // As Node's HTTP server opens its own.
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  server.on('connection', (socket) => app.server.emit('connection', socket));
  server.listen({ ...address, reusePort: true });
  await once(server, 'listening');
  return server;
}

/**
 * Listens on a port, 0 for any, with several sockets on Linux, which spreads connections over them. Returns a function that closes
 * those that `app.close()` doesn't know, and waits for their connections to end.
 */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<() => Promise<void>> {
  const reusePort = process.platform === 'linux';
  if (reusePort && port !== 0) await checkIsFree({ port, host });
  const options = { port, host, reusePort };
  await app.listen(options);
  const bound = app.server.address();
  const others: Server[] = [];
  if (reusePort && bound && typeof bound === 'object')
    while (others.length < listeningSockets - 1)
      others.push(await listenToo(app, { port: bound.port, host: bound.address }));
  return async () => {
    await Promise.all(others.map(close));
  };
}
