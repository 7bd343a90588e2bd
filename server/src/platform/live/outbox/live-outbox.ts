import { createHash } from 'node:crypto';
import { parseChannel } from '#contract/values/channels.ts';
import type { Platform } from '../../platform.ts';
import { type Announcer, createAnnouncer, type ListAudience } from './announcer.ts';
import type { Carrier } from './carrier.ts';
import { createPostgresCarrier } from './postgres-carrier.ts';
import { sequencerOf } from './sequencer.ts';

/** What every process does with the events that it commits: it numbers them and notifies the other processes. */
export interface LiveOutbox {
  carrier: Carrier;
  announcer: Announcer;
  /** Sets how audiences are found: by the live connections of this process, or by null, from the database. */
  setAudiences(list: ListAudience | null): void;
  /** Resolves when what was numbered has been announced. */
  stop(): Promise<void>;
}

async function createCarrier({ config, db, log, secret }: Platform): Promise<Carrier> {
  const { natsUrl, databaseUrl, databaseDirectUrl } = config;
  if (natsUrl === null) return createPostgresCarrier(db, databaseDirectUrl ?? databaseUrl, log);
  const database = new URL(databaseUrl).pathname;
  const namespace = createHash('sha256').update(`nats ${secret} ${database}`).digest('hex').slice(0, 32);
  // Loaded by those who use it.
  const { createNatsCarrier } = await import('./nats-carrier.ts');
  return createNatsCarrier(db, { natsUrl, namespace }, log);
}

export async function startLiveOutbox(platform: Platform): Promise<LiveOutbox> {
  const { db, log, liveChannels } = platform;
  const carrier = await createCarrier(platform);
  const readAudience: ListAudience = async ({ channel }) => {
    const { kind, id } = parseChannel(channel);
    return (await liveChannels.get(kind)?.audience?.(db, id)) ?? [];
  };
  let listAudience = readAudience;
  const announcer = createAnnouncer(carrier, (batch) => listAudience(batch), log);
  const unfollow = sequencerOf(db).follow({
    numbered: announcer.announce,
    // Live processes report it.
    failed: () => {},
  });
  return {
    carrier,
    announcer,
    setAudiences: (list) => {
      listAudience = list ?? readAudience;
    },
    async stop() {
      unfollow();
      await announcer.idle();
      await carrier.stop();
    },
  };
}
