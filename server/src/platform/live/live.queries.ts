import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import { type Db, pageLimit } from '../db/database.ts';

/** Adds events to the outbox. */
export async function insertLiveEvents(
  db: Db,
  events: { channel: string; type: string; payload: unknown }[],
): Promise<void> {
  const [only] = events;
  if (only && events.length === 1) {
    await sql`insert into live_events (channel, type, payload) values (${only.channel}, ${only.type}, ${JSON.stringify(only.payload)})`.execute(
      db,
    );
    return;
  }
  const rows = JSON.stringify(events);
  await sql`
    insert into live_events (channel, type, payload)
    select channel, type, payload from jsonb_to_recordset(${rows}::jsonb) as e (channel text, type text, payload jsonb)`.execute(
    db,
  );
}

/** Maximum number of events that one run of the sequencer numbers. */
export const sequencedAtOnce = 1_000;

/** Numbers committed events, at most `sequencedAtOnce`. Returns them in the order of their numbers. */
export async function sequenceLiveEvents(db: Db): Promise<LiveEvent[]> {
  const { rows } =
    await sql<LiveEvent>`select seq, channel, type, payload from sequence_live_events()`.execute(db);
  return rows;
}

/** Returns the events of all channels after `seq`, in order, at most `limit`. */
export async function listEventsAfter(db: Db, seq: number, limit: number): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(['seq', 'channel', 'type', 'payload'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(pageLimit(limit))
    .execute();
  return rows as unknown as LiveEvent[];
}

/** Events of one channel after `seq` in order, at most `limit`. */
export async function listChannelEventsAfter(
  db: Db,
  channel: string,
  seq: number,
  limit: number,
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(['seq', 'channel', 'type', 'payload'])
    .where('channel', '=', channel)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(pageLimit(limit))
    .execute();
  return rows as unknown as LiveEvent[];
}

/** Returns the number of the latest event, and the number up to which events have been deleted. */
export async function getLiveState(db: Db): Promise<{ last_seq: number; purged_through: number }> {
  return await db.selectFrom('live_state').select(['last_seq', 'purged_through']).executeTakeFirstOrThrow();
}

/**
 * Returns the same numbers as `getLiveState`, and the size of one channel after `seq`: the
 * number of events (counted up to `limit + 1`) and their stored bytes. The events themselves aren't read.
 */
export async function findMissedSize(
  db: Db,
  channel: string,
  seq: number,
  limit: number,
): Promise<{ last_seq: number; purged_through: number; events: number; bytes: number }> {
  const { rows } = await sql<{
    last_seq: number;
    purged_through: number;
    events: number;
    bytes: number;
  }>`select "last_seq", purged_through, missed.events, missed.bytes
    from live_state, lateral (
      select count(*) as events, coalesce(sum(size), 0) as bytes
      from (
        select pg_column_size(payload) as size from live_events
        where channel = ${channel} and seq > ${seq} order by seq limit ${pageLimit(limit + 1)}
      ) sizes
    ) missed`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The table live_state is empty');
  return row;
}

/** Deletes numbered events older than `before`. Clients that were away longer refetch. */
export async function deleteOldLiveEvents(db: Db, before: string): Promise<void> {
  await sql`
    with gone as (delete from live_events where seq is not null and created_at < ${before} returning seq)
    update live_state set purged_through = greatest(purged_through, coalesce((select max(seq) from gone), 0))`.execute(
    db,
  );
}

/** The notification channel that carries signals between processes. */
export const signalChannel = 'live_signals';

/** Sends a signal to all processes, at most 8,000 bytes. Its commit doesn't wait for the disk: signals may be lost. */
export async function sendSignal(db: Db, signal: string): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${signalChannel}, ${signal})`.execute(
    db,
  );
}
