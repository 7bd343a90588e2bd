import { parseChannel, personalKinds } from '#contract/values/channels.ts';
import type { Logger } from '../../log.ts';
import { reportUnavailable } from '../../unavailable.ts';
import {
  accessTopic,
  type CarriedMessage,
  type Carrier,
  type EventBatch,
  personalTopic,
  userTopic,
} from './carrier.ts';

/** A batch that the other processes have to be notified of. */
export interface Announced extends EventBatch {
  /** Whether one of the events changes access. */
  changes_access: boolean;
  announcement: number;
}

/** Notifies the other processes of numbered events. */
export interface Announcer {
  announce(batches: readonly Announced[]): void;
  /** Resolves when everything announced until now has been sent, or has failed. */
  idle(): Promise<void>;
}

/** Users who get the events of a batch without subscribing to its channel. */
export type ListAudience = (batch: EventBatch) => Promise<readonly string[]>;

/** Maximum bytes that one batch may take in the messages to its audience. Larger ones are announced without their events. */
const maxAudienceBytes = 64 * 1024;
/** Number of batches that are sent together, and more only if they have the same announcement. */
const maxTogether = 500;

/** Takes the first batches of a list. An announcement isn't divided: it is deleted once all of its batches have been sent. */
function takeBatches(waiting: Announced[]): Announced[] {
  let end = Math.min(maxTogether, waiting.length);
  while (end < waiting.length && waiting[end]?.announcement === waiting[end - 1]?.announcement) end += 1;
  return waiting.splice(0, end);
}

/**
 * Creates an announcer. If it fails, the announcement stays in the database, and the sweep of any process repeats it a little
 * later.
 */
export function createAnnouncer(carrier: Carrier, listAudience: ListAudience, log: Logger): Announcer {
  const waiting: Announced[] = [];
  let running: Promise<void> | null = null;

  const encode = ({ channel, previous, last, access_seq, events }: EventBatch, withEvents: boolean): string =>
    JSON.stringify({ channel, previous, last, access_seq, events: withEvents ? events : null });
  const messagesOf = async (batch: Announced): Promise<CarriedMessage[]> => {
    const { kind } = parseChannel(batch.channel);
    const full = encode(batch, true);
    const short = encode(batch, false);
    const fits = Buffer.byteLength(full) <= carrier.maxBytes;
    if (personalKinds.has(kind)) return [{ topic: personalTopic, body: fits ? full : short }];
    const messages = [{ topic: batch.channel, body: fits ? full : short }];
    if (batch.changes_access) messages.push({ topic: accessTopic, body: String(batch.access_seq) });
    if (kind === 'user' || kind === 'space' || kind === 'post') return messages;
    const audience = await listAudience(batch);
    const body = fits && full.length * audience.length <= maxAudienceBytes ? full : short;
    return [...messages, ...audience.map((userId) => ({ topic: userTopic(userId), body }))];
  };
  const report = (error: unknown): void => {
    if (!reportUnavailable(log, error))
      log.warn({ err: error }, "Couldn't notify the other processes of live events; trying again");
  };
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batches = takeBatches(waiting);
      const announcements = new Set(batches.map(({ announcement }) => announcement));
      const messages: CarriedMessage[] = [];
      const results = await Promise.allSettled(batches.map(messagesOf));
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') messages.push(...result.value);
        else {
          report(result.reason);
          announcements.delete(batches[index]?.announcement ?? 0);
        }
      }
      if (messages.length > 0) await carrier.send(messages, [...announcements]).catch(report);
    }
  };

  return {
    announce(batches) {
      waiting.push(...batches);
      running ??= work().finally(() => {
        running = null;
      });
    },
    idle: async () => {
      await running;
    },
  };
}
