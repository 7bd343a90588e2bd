import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a database, for tests that cut or block the connections. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Closes every connection and rejects new ones, as when the database is down. */
  cut(): Promise<void>;
  /** Holds back all data in both directions without closing connections, as when a network drops packets. */
  block(): void;
  /** Accepts connections again, and forwards the data that was held back. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Connects to the Unix socket that the URL names as its host, or to an address. */
function connectTo({ hostname, port }: URL): Socket {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
}

export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let blocked = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (blocked) socket.pause();
  };
  const server = createServer((near) => {
    const far = connectTo(target);
    track(near);
    track(far);
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => near.write(chunk));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    // Adding a listener for data has let it flow.
    if (blocked) for (const socket of [near, far]) socket.pause();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut,
    block() {
      blocked = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      blocked = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
