import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Number of sockets that listen on the port. Node accepts one connection per listening socket in each turn of the event loop. When
 * thousands come at once, such as after a restart, a request would wait behind all of them.
 */
const listeningSockets = 64;

interface Address {
  port: number;
  host: string;
}

async function open(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Returns whether several sockets can share a port, and connections are spread over them. */
async function canSharePort({ host }: Address): Promise<boolean> {
  // `localhost` is two addresses, of which the second one would share its port without a check.
  if (process.platform !== 'linux' || host === 'localhost') return false;
  try {
    await close(await open(createServer(), { port: 0, host, reusePort: true }));
    return true;
  } catch {
    return false;
  }
}

/**
 * Reserves a port for this process. Sockets of the same user that share a port would share it with another server, too: each
 * server listens on a name that only one can have, until it ends. What else listens on the port is found by listening there.
 * @throws `EADDRINUSE` if the port is taken.
 */
async function reserve({ port, host }: Address): Promise<Server> {
  const reservation = await open(createServer(), { path: `\0hearth-${host}-${port}` });
  try {
    await close(await open(createServer(), { port, host }));
  } catch (error) {
    await close(reservation);
    throw error;
  }
  return reservation.unref();
}

/** Opens more sockets on the port of a server, which handles their connections; fewer if the system refuses. */
async function openMore(app: FastifyInstance, address: Address): Promise<Server[]> {
  const opened: Server[] = [];
  try {
    while (opened.length < listeningSockets - 1) {
      // The same options that Node's HTTP server sets for its own connections.
      const server = createServer({ allowHalfOpen: true, noDelay: true });
      server.on('connection', (socket) => app.server.emit('connection', socket));
      opened.push(await open(server, { ...address, reusePort: true }));
    }
  } catch (error) {
    app.log.warn({ err: error, sockets: opened.length + 1 }, 'the port has fewer sockets than planned');
  }
  return opened;
}

/**
 * Listens on a port, 0 for any; on Linux, with several sockets. Returns a function that closes those that `app.close()` doesn't
 * know, and waits for their connections to end.
 * @throws `EADDRINUSE` if the port is taken.
 */
export async function listen(app: FastifyInstance, { port, host }: Address): Promise<() => Promise<void>> {
  await app.ready();
  const reusePort = await canSharePort({ port, host });
  const opened: Server[] = [];
  if (reusePort && port !== 0) opened.push(await reserve({ port, host }));
  const options = { port, host, reusePort };
  try {
    await app.listen(options);
  } catch (error) {
    await Promise.all(opened.map(close));
    throw error;
  }
  const bound = app.server.address();
  if (reusePort && bound && typeof bound === 'object')
    opened.push(...(await openMore(app, { port: bound.port, host: bound.address })));
  return async () => {
    await Promise.all(opened.map(close));
  };
}
