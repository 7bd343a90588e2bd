import pg from 'pg';
import type { Logger } from '../log.ts';
import { connectionOptions } from './database.ts';

/** A connection of its own that hears NOTIFY, and comes back by itself when it is lost. */
export interface Notifications {
  stop(): Promise<void>;
}

/**
 * Listens on channels. `notify` gets each channel's wake-up; `connect` runs after every (re)connection, because what
 * was notified in between was not heard.
 */
export async function listen(
  databaseUrl: string,
  channels: readonly string[],
  on: { notify: (channel: string, payload: string) => void; connect: () => void },
  log: Logger,
): Promise<Notifications> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const next = new pg.Client(connectionOptions(databaseUrl, 'hearth-listen'));
    let lost = false;
    const lose = (error?: Error) => {
      if (lost || stopped) return;
      lost = true;
      log.warn({ err: error }, 'the notification connection was lost; reconnecting');
      retry = setTimeout(() => void connectAgain(), 500);
    };
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', (message) => on.notify(message.channel, message.payload ?? ''));
    await next.connect();
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
    on.connect();
  };
  const connectAgain = async (): Promise<void> => {
    if (stopped) return;
    try {
      await connect();
    } catch (error) {
      log.warn({ err: error }, 'the database cannot be reached for notifications; trying again');
      retry = setTimeout(() => void connectAgain(), 1000);
    }
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
