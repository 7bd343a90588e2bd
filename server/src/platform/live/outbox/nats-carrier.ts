import { setTimeout as delay } from 'node:timers/promises';
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log.ts';
import { deleteAnnouncements } from '../live.queries.ts';
import type { Carrier, Receiver } from './carrier.ts';

/** Below the limit of a NATS server, which is 1 MB unless it is configured. */
const maxBytes = 512 * 1024;
/** Milliseconds between two attempts to connect again. */
const reconnectEvery = 500;
/** Milliseconds that the server may take to reply. */
const replyTimeout = 5_000;
/** How often the connection is checked, in milliseconds. It is lost after two checks without a reply. */
const checkEvery = 5_000;
/**
 * How often receivers catch up with the outbox, in milliseconds: without a connection, and with one, since a server that another
 * process is connected to may lose messages.
 */
const catchUpEvery = { disconnected: 1_000, connected: 15_000 };

/** Returns the address of a NATS server without its user, and the user. A user without a password is a token. */
export function parseNatsUrl(url: string) {
  const { username, password, protocol, host } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const login = pass ? { user, pass } : user ? { token: user } : {};
  return { servers: `${protocol}//${host}`, ...login, ...(protocol === 'tls:' && { tls: {} }) };
}

/** Resolves when the server has received what was sent until now. */
async function flush(connection: NatsConnection): Promise<void> {
  const timeout = new AbortController();
  const late = delay(replyTimeout, null, { signal: timeout.signal, ref: false }).then(() => {
    throw new Error('The NATS server does not reply');
  });
  try {
    await Promise.race([connection.flush(), late]);
  } finally {
    timeout.abort();
    late.catch(() => {});
  }
}

/**
 * A connection that is opened again whenever it ends. `opened` is called with each, before anyone gets it, and again if it
 * throws; `lost` when it has ended.
 */
function keepConnection(
  url: string,
  log: Logger,
  on: { opened: (connection: NatsConnection) => Promise<void>; lost: () => void },
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: NatsConnection | null = null;

  const open = async (): Promise<NatsConnection> => {
    const connection = await connect({
      ...parseNatsUrl(url),
      name: 'hearth',
      reconnect: false,
      timeout: replyTimeout,
      pingInterval: checkEvery,
      maxPingOut: 2,
    });
    try {
      await on.opened(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  };
  const run = async (): Promise<void> => {
    let isReported = false;
    while (!signal.aborted) {
      const connection = await open().catch((error: unknown) => {
        if (!isReported)
          log.warn({ err: error }, 'NATS cannot be reached; reading live events from the database');
        isReported = true;
        return null;
      });
      if (connection && !signal.aborted) {
        if (isReported) log.info('the connection to NATS is back');
        current = connection;
        isReported = false;
        const reason = await connection.closed();
        current = null;
        on.lost();
        if (!signal.aborted)
          log.warn(
            { err: reason ?? undefined },
            'the connection to NATS was lost; reading live events from the database',
          );
        isReported = !signal.aborted;
      }
      await connection?.close();
      if (!signal.aborted) await delay(reconnectEvery, null, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    current: (): NatsConnection | null => current,
    async stop(): Promise<void> {
      stopping.abort();
      await current?.close();
      await running;
    },
  };
}

/** The topics that one process listens to, over connections that come and go. */
function createListening(subjectOf: (topic: string) => string) {
  const subscriptions = new Map<string, Subscription | null>();
  let receiver: Receiver | null = null;
  let using: NatsConnection | null = null;

  const subscribe = (topic: string): void => {
    const callback = (error: Error | null, message: { string(): string }): void => {
      if (!error) receiver?.receive(topic, message.string());
    };
    subscriptions.set(topic, using?.subscribe(subjectOf(topic), { callback }) ?? null);
  };
  return {
    start(topics: readonly string[], on: Receiver): void {
      receiver = on;
      for (const topic of topics) subscribe(topic);
    },
    catchUp: () => receiver?.catchUp(),
    /** Subscribes to all topics on a new connection; null if the last one has ended. */
    use(connection: NatsConnection | null): void {
      using = connection;
      for (const topic of subscriptions.keys()) subscribe(topic);
    },
    add: subscribe,
    /** Resolves when the server knows all topics, or the connection is lost: the next one subscribes to them. */
    async settled(): Promise<void> {
      if (using) await flush(using).catch(() => {});
    },
    remove(topic: string): void {
      subscriptions.get(topic)?.unsubscribe();
      subscriptions.delete(topic);
    },
    stop(): void {
      receiver = null;
      subscriptions.clear();
    },
  };
}

/**
 * Carries messages with a NATS server, one subject a topic. While it can't be reached, receivers read the outbox each second.
 * `namespace` tells the subjects of this installation from those of others on the same server.
 */
export function createNatsCarrier(
  db: Database,
  { natsUrl, namespace }: { natsUrl: string; namespace: string },
  log: Logger,
): Carrier {
  const subjectOf = (topic: string) => `hearth.${namespace}.${topic}`;
  const listening = createListening(subjectOf);
  let caughtUpAt = 0;
  const connection = keepConnection(natsUrl, log, {
    async opened(opened) {
      listening.use(opened);
      await listening.settled();
      // From here on messages arrive. What was sent before is read.
      listening.catchUp();
    },
    lost() {
      listening.use(null);
      listening.catchUp();
    },
  });
  const timer = setInterval(() => {
    caughtUpAt += catchUpEvery.disconnected;
    if (connection.current() && caughtUpAt < catchUpEvery.connected) return;
    caughtUpAt = 0;
    listening.catchUp();
  }, catchUpEvery.disconnected);
  timer.unref();
  let settling: Promise<void> | null = null;
  /** Resolves when topics are listened to; those of the same moment together. */
  const settle = (): Promise<void> => {
    settling ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      settling = null;
      return listening.settled();
    });
    return settling;
  };

  return {
    maxBytes,
    async send(messages, announcements) {
      const open = connection.current();
      for (const { topic, body } of messages) open?.publish(subjectOf(topic), body);
      if (open) await flush(open);
      // Without a connection too: the others catch up with the outbox.
      if (announcements.length > 0) await deleteAnnouncements(db, announcements);
    },
    async listen(topics, receiver) {
      listening.start(topics, receiver);
      await settle();
      receiver.catchUp();
      return {
        add(topic) {
          listening.add(topic);
          return settle();
        },
        remove: listening.remove,
        stop: async () => listening.stop(),
      };
    },
    async stop() {
      clearInterval(timer);
      await connection.stop();
    },
  };
}
