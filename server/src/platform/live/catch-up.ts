import type { LiveEvent, SubscribeResponse } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import { withLastCounters } from './channels/counters.ts';
import { listChannelEventsAfter, listMissedSizes, type MissedSize } from './live.queries.ts';
import { costOfResume, type LiveLimits } from './live-limits.ts';
import type { LiveSocket } from './live-socket.ts';
import { withoutOutdatedContent } from './outdated-content.ts';
import { readTogether } from './read-together.ts';

/** Maximum number of missed events of one channel, and of their stored and sent bytes. Beyond that, the client refetches. */
const maxMissed = 500;
const maxStoredBytes = 256 * 1024;
const maxSentBytes = 1024 * 1024;
/** Number of events that are read at once. */
const pageSize = 50;

/** Events that a client missed; null if they are too large. */
interface Missed {
  events: LiveEvent[] | null;
  /** How many bytes were read. */
  bytes: number;
}

/** Reads what sockets missed. After a restart many of them resume the same channels from the same numbers. */
export interface MissedReader {
  sizeAfter(channel: string, since: number): Promise<MissedSize>;
  /**
   * Reads missed events, at least those up to `through`, the last number of the channel. For all sockets that ask for the same at
   * the same time, once. One that found a larger number needs another read: it may have joined too late to get that event live.
   */
  eventsAfter(channel: string, since: number, through: number): Promise<Missed>;
}

export function createMissedReader(db: Database): MissedReader {
  const readSize = readTogether((resumed: readonly { channel: string; since: number }[]) =>
    listMissedSizes(db, resumed, maxMissed),
  );
  const reading = new Map<string, Promise<Missed>>();

  const readEvents = async (channel: string, since: number): Promise<Missed> => {
    const events: LiveEvent[] = [];
    let bytes = 0;
    for (;;) {
      const page = await listChannelEventsAfter(db, channel, events.at(-1)?.seq ?? since, pageSize);
      bytes += JSON.stringify(page).length;
      events.push(...page);
      if (bytes > maxSentBytes || events.length > maxMissed) return { events: null, bytes };
      if (page.length < pageSize) return { events, bytes };
    }
  };
  return {
    sizeAfter: (channel, since) => readSize({ channel, since }),
    eventsAfter(channel, since, through) {
      const key = `${channel} ${since} ${through}`;
      const running = reading.get(key) ?? readEvents(channel, since).finally(() => reading.delete(key));
      reading.set(key, running);
      return running;
    },
  };
}

/** Says whether a user may still read what events of their own channel show, which were written when they could. */
export type MayReadMissed = (userId: string, events: readonly LiveEvent[]) => Promise<boolean>;

interface CatchUpOptions {
  missed: MissedReader;
  limits: LiveLimits;
  mayReadMissed: MayReadMissed;
}

/** Finds out what a socket missed, within its budgets. */
export function createCatchUp(
  socket: LiveSocket,
  { missed: reader, limits, mayReadMissed }: CatchUpOptions,
  /** Waits for the turn of the socket. */
  turn: <T>(work: () => Promise<T>) => Promise<T>,
): (channel: string, since: number | null) => Promise<SubscribeResponse> {
  const { source } = socket.data;

  const readMissed = (channel: string, since: number, through: number): Promise<LiveEvent[] | null> =>
    turn(async () => {
      const { events, bytes } = await reader.eventsAfter(channel, since, through);
      limits.charge('replay', socket.id, source, bytes / 1024);
      const viewerId = socket.data.viewer?.user_id ?? null;
      const current = events && withoutOutdatedContent(events, viewerId);
      if (!current) return null;
      const isOwn = viewerId !== null && channel === `user:${viewerId}`;
      if (isOwn && !(await mayReadMissed(viewerId, current))) return null;
      return withLastCounters(current, viewerId);
    });

  /** Returns the missed events of a channel since a number, or `refetch` if there are too many or some show outdated content. */
  return async (channel, since) => {
    // The size is checked before the events are read, and not even that if the budget is used up.
    if (since === null || limits.take('replay', socket.id, source, costOfResume) > 0) {
      const { channel_seq, purged_through } = await reader.sizeAfter(channel, Number.MAX_SAFE_INTEGER);
      const seq = Math.max(channel_seq, purged_through);
      return since === null ? { ok: true, seq, missed: [] } : { ok: true, seq, refetch: true };
    }
    const found = await reader.sizeAfter(channel, since);
    const { last_seq: last, purged_through: purged, events, bytes } = found;
    // Not the last number of all channels: an event of this one may have a smaller number and not be visible yet.
    const seq = Math.max(found.channel_seq, purged, Math.min(since, last));
    if (found.personal_seq > 0) return { ok: true, seq: Math.max(seq, found.personal_seq), refetch: true };
    if (events === 0 && since >= purged && since <= last) return { ok: true, seq, missed: [] };
    const isTooMuch = since < purged || since > last || events > maxMissed || bytes > maxStoredBytes;
    const isRejected = isTooMuch || limits.take('replay', socket.id, source, events) > 0;
    const missed = isRejected ? null : await readMissed(channel, since, found.channel_seq);
    if (!missed) return { ok: true, seq, refetch: true };
    return { ok: true, seq: Math.max(seq, missed.at(-1)?.seq ?? 0), missed };
  };
}
