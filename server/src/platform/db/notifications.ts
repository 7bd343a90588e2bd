import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { connectionOptions } from './database.ts';
import { PipelinedClient } from './pipelined-client.ts';

/** A separate connection that receives NOTIFY messages and reconnects by itself. */
export interface Notifications {
  /** Listens on one more channel. Resolves once it does, after a lost connection is back if need be; rejects when it stops. */
  add(channel: string): Promise<void>;
  /** Stops listening on a channel. */
  remove(channel: string): void;
  stop(): Promise<void>;
}

/** Milliseconds between two attempts to connect again. */
const reconnectEvery = 500;
/** How often the connection is checked, and how long it may take to reply, in milliseconds. */
const checkEvery = 10_000;
const replyTimeout = 5_000;

/**
 * Listens on channels. `notify` is called for each message; `connect` is called after every (re)connection, because
 * messages in between were lost. Throws if the first connection fails. A later loss is logged once, and the connection is
 * reestablished until `stop` is called.
 */
export async function listen(
  databaseUrl: string,
  channels: readonly string[],
  on: { notify: (channel: string, payload: string) => void; connect: () => void },
  log: Logger,
): Promise<Notifications> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wanted = new Set(channels);
  let current: pg.Client | null = null;
  const commands = createCommands(wanted);

  /** Connects and listens. `lost` resolves when that connection has ended, for whatever reason. */
  const connect = async (): Promise<{ lost: Promise<void> }> => {
    const client = new PipelinedClient({
      ...connectionOptions(databaseUrl, 'hearth-listen'),
      connectionTimeoutMillis: replyTimeout,
      query_timeout: replyTimeout,
    });
    current = client;
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', (message) => on.notify(message.channel, message.payload ?? ''));
    try {
      await client.connect();
      await client.query([...wanted].map(listenTo).join(';'));
      commands.use(client);
    } catch (error) {
      close(client);
      throw error;
    }
    return { lost: Promise.race([lost, untilSilent(client, signal)]).then(() => close(client)) };
  };

  const keepConnected = async (lost: Promise<void>): Promise<void> => {
    await lost;
    if (signal.aborted) return;
    log.warn('the notification connection was lost; reconnecting');
    for (;;) {
      await delay(reconnectEvery, null, { signal }).catch(() => {});
      if (signal.aborted) return;
      const next = await connect().catch(() => null);
      // `stop` may have come while it connected; it has closed the connection then.
      if (!next || signal.aborted) continue;
      log.info('the notification connection is back');
      on.connect();
      return keepConnected(next.lost);
    }
  };

  const first = await connect();
  on.connect();
  const finished = keepConnected(first.lost);
  return {
    add: commands.add,
    remove: commands.remove,
    async stop() {
      stopping.abort();
      commands.stop();
      if (current) close(current);
      await finished;
    },
  };
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
const unlistenTo = (channel: string) => `unlisten ${pg.escapeIdentifier(channel)}`;

/** Adds channels to `wanted` and removes them, one statement for all changes of a moment. */
function createCommands(wanted: Set<string>) {
  let client: pg.Client | null = null;
  let changed = new Set<string>();
  let done = Promise.withResolvers<void>();
  let isScheduled = false;
  let isStopped = false;
  // Without one, a rejection that nobody waits for would end the process.
  done.promise.catch(() => {});

  const run = async (): Promise<void> => {
    isScheduled = false;
    const [channels, { resolve, reject }] = [changed, done];
    const using = client;
    if (isStopped || !using || channels.size === 0) return;
    changed = new Set();
    done = Promise.withResolvers();
    done.promise.catch(() => {});
    const statements = [...channels].map((channel) =>
      wanted.has(channel) ? listenTo(channel) : unlistenTo(channel),
    );
    try {
      await using.query(statements.join(';'));
      resolve();
    } catch {
      // The connection is lost. The next one listens to all that are wanted.
      if (client === using) client = null;
      for (const channel of channels) changed.add(channel);
      done.promise.then(resolve, reject);
      if (client) schedule();
    }
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => void run());
  };
  const change = (channel: string): Promise<void> => {
    changed.add(channel);
    schedule();
    return done.promise;
  };

  return {
    add(channel: string): Promise<void> {
      if (isStopped) return Promise.reject(new Error('It has stopped listening'));
      wanted.add(channel);
      return change(channel);
    },
    remove(channel: string): void {
      wanted.delete(channel);
      change(channel).catch(() => {});
    },
    /** Uses a new connection, which already listens to everything wanted until now. */
    use(connected: pg.Client): void {
      client = connected;
      schedule();
    },
    stop(): void {
      isStopped = true;
      done.reject(new Error('It has stopped listening'));
    },
  };
}

/** Closes a connection without waiting for a server that may not reply. */
function close(client: pg.Client): void {
  client.end().catch(() => {});
  (client as unknown as { connection: { stream: { destroySoon(): void } } }).connection.stream.destroySoon();
}

/** Resolves when the server no longer replies on this connection; a network that drops packets closes nothing. */
async function untilSilent(client: pg.Client, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await delay(checkEvery, null, { signal, ref: false });
      await client.query('select 1');
    }
  } catch {
    // Lost, silent or stopped: the caller closes the connection.
  }
}
