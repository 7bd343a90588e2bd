import type { Database } from '../../db/database.ts';
import { listen } from '../../db/notifications.ts';
import type { Logger } from '../../log.ts';
import { notifyTopics } from '../live.queries.ts';
import type { Carrier } from './carrier.ts';

/** PostgreSQL's limit for a notification is 8,000 bytes. */
const maxBytes = 7_900;

/** Carries messages with NOTIFY. Each process has one more connection, on which it listens to its topics. */
export function createPostgresCarrier(db: Database, databaseUrl: string, log: Logger): Carrier {
  return {
    maxBytes,
    send: (messages, announcements) => notifyTopics(db, messages, announcements),
    listen: (topics, { receive, catchUp }) =>
      listen(databaseUrl, topics, { notify: receive, connect: catchUp }, log),
    stop: async () => {},
  };
}
