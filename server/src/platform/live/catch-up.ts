import type { LiveEvent, SubscribeResponse } from '#contract/live.ts';
import type { Database } from '../db/database.ts';
import { findMissedSize, getChannelState, listChannelEventsAfter } from './live.queries.ts';
import { costOfResume, type LiveLimits } from './live-limits.ts';
import type { LiveSocket } from './live-socket.ts';
import { withoutOutdatedContent } from './outdated-content.ts';

/** Maximum number of missed events of one channel, and of their stored and sent bytes. Beyond that, the client refetches. */
const maxMissed = 500;
const maxStoredBytes = 256 * 1024;
const maxSentBytes = 1024 * 1024;
/** Number of events that are read at once. */
const pageSize = 50;

/** Reads the events that a socket missed, within its budgets. */
export function createCatchUp(
  socket: LiveSocket,
  { db, limits }: { db: Database; limits: LiveLimits },
): (channel: string, since: number | null) => Promise<SubscribeResponse> {
  const { source } = socket.data;

  /** Reads the missed events, or returns null if they are too large. */
  const readMissed = async (channel: string, since: number): Promise<LiveEvent[] | null> => {
    const missed: LiveEvent[] = [];
    let bytes = 0;
    for (;;) {
      const page = await listChannelEventsAfter(db, channel, missed.at(-1)?.seq ?? since, pageSize);
      const size = JSON.stringify(page).length;
      limits.charge('replay', socket.id, source, size / 1024);
      bytes += size;
      missed.push(...page);
      if (bytes > maxSentBytes || missed.length > maxMissed) return null;
      if (page.length < pageSize) return missed;
    }
  };

  /** Returns the missed events of a channel since a number, or `refetch` if there are too many or some show outdated content. */
  return async (channel, since) => {
    // The size is checked before the events are read, and not even that if the budget is used up.
    if (since === null || limits.take('replay', socket.id, source, costOfResume) > 0) {
      const { channel_seq, purged_through } = await getChannelState(db, channel);
      const seq = Math.max(channel_seq, purged_through);
      return since === null ? { ok: true, seq, missed: [] } : { ok: true, seq, refetch: true };
    }
    const found = await findMissedSize(db, channel, since, maxMissed);
    const { last_seq: last, purged_through: purged, events, bytes } = found;
    // Not the last number of all channels: an event of this one may have a smaller number and not be visible yet.
    const seq = Math.max(found.channel_seq, purged, Math.min(since, last));
    if (found.personal_seq > 0) return { ok: true, seq: Math.max(seq, found.personal_seq), refetch: true };
    if (events === 0 && since >= purged && since <= last) return { ok: true, seq, missed: [] };
    const isTooMuch = since < purged || since > last || events > maxMissed || bytes > maxStoredBytes;
    const isRejected = isTooMuch || limits.take('replay', socket.id, source, events) > 0;
    const read = isRejected ? null : await readMissed(channel, since);
    const missed = read && withoutOutdatedContent(read, socket.data.viewer?.user_id ?? null);
    if (!missed) return { ok: true, seq, refetch: true };
    return { ok: true, seq: Math.max(seq, missed.at(-1)?.seq ?? 0), missed };
  };
}
