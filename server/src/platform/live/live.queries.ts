import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { CommitWrite } from '../db/after-commit.ts';
import { type Db, pageLimit } from '../db/database.ts';
import { prepareQuery, prepareVariants } from '../db/prepare-query.ts';

/** An event that is being published. */
export interface NewLiveEvent {
  channel: string;
  type: string;
  payload: unknown;
  /** Whether subscriptions have to be checked again because of it. */
  changes_access: boolean;
}

const insertEvent = prepareQuery(
  (_, event: Omit<NewLiveEvent, 'payload'> & { payload: string }) => sql<unknown>`
    insert into live_events (channel, type, payload, changes_access)
    values (${event.channel}, ${event.type}, ${event.payload}, ${event.changes_access})`,
);
const insertEvents = prepareQuery(
  (_, { events }: { events: string }) => sql<unknown>`
    insert into live_events (channel, type, payload, changes_access)
    select channel, type, payload, changes_access
    from jsonb_to_recordset(${events}::jsonb)
      as e (channel text, type text, payload jsonb, changes_access boolean)`,
);

/** Adds events to the outbox when a transaction commits. */
export const insertLiveEvents: CommitWrite<NewLiveEvent> = (tx, events) => {
  const [only] = events;
  if (only && events.length === 1)
    return insertEvent.compile(tx, { ...only, payload: JSON.stringify(only.payload) });
  return insertEvents.compile(tx, { events: JSON.stringify(events) });
};

/** Maximum number of events that one run of the sequencer numbers, unless some of them change access. */
export const sequencedAtOnce = 1_000;

/** An event with its number, in the same order as the numbers. */
export type SequencedEvent = LiveEvent & {
  changes_access: boolean;
  /** The last number of the channel before this run. */
  previous: number;
  /** The last number of an event that changes access. */
  access_seq: number;
  /** The announcement of this run, which is deleted once the other processes have been notified. */
  announcement: number;
};

const sequencing = prepareQuery(
  (
    _,
    { channels, with_access }: { channels: readonly string[]; with_access: boolean },
  ) => sql<SequencedEvent>`
    select announcement, seq, previous, access_seq, channel, type, payload, changes_access
    from sequence_live_events(${channels}::text[], ${with_access})`,
);

/**
 * Numbers committed events of these channels, at most `sequencedAtOnce`. Returns them in the order of their numbers; null if
 * events that change access have to be numbered too, which needs `withAccess`.
 */
export async function sequenceLiveEvents(
  db: Db,
  channels: readonly string[],
  withAccess: boolean,
): Promise<SequencedEvent[] | null> {
  const rows = await sequencing.run(db, { channels, with_access: withAccess });
  return rows.length === 1 && rows[0]?.seq === null ? null : rows;
}

/** Returns channels with events that have waited for a number longer than `age` milliseconds, at most 200. */
export async function listUnsequencedChannels(db: Db, age: number): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    select distinct channel from live_events
    where seq is null and created_at < now() - ${age} * interval '1 millisecond' limit 200`.execute(db);
  return rows.map(({ channel }) => channel);
}

/** Numbered events of one channel that the other processes haven't been notified of. */
export interface LostAnnouncement {
  announcement: number;
  channel: string;
  /** A number after the last event that was announced, up to that of the first that wasn't. */
  first_seq: number;
  last_seq: number;
}

/** Returns what a process hasn't announced for longer than `age` milliseconds: it has probably ended. */
export async function listLostAnnouncements(db: Db, age: number): Promise<LostAnnouncement[]> {
  const { rows } = await sql<LostAnnouncement>`
    select a.id as announcement, c.channel, a.first_seq,
      coalesce((select max(seq) from live_events e where e.channel = c.channel and e.seq is not null), 0) as last_seq
    from (select id, channels, first_seq from live_announcements
      where created_at < now() - ${age} * interval '1 millisecond' order by id limit 50) a
    cross join lateral unnest(a.channels) c (channel)`.execute(db);
  return rows;
}

const notifying = prepareQuery(
  (_, sent: { messages: string; announcements: readonly number[] }) => sql<unknown>`
    with announced as (delete from live_announcements where id = any (${sent.announcements}::bigint[]))
    select set_config('synchronous_commit', 'off', true), pg_notify(topic, m.body)
    from json_to_recordset(${sent.messages}::json) as m (topics text[], body text) cross join unnest(m.topics) topic`,
);

/**
 * Notifies other processes by topic, and deletes the announcements of that. Each body is sent to the database once: a message to
 * a group has the topics of all its participants. Its commit doesn't wait for the disk: NOTIFY holds a lock of the whole cluster
 * until the commit.
 */
export async function notifyTopics(
  db: Db,
  messages: readonly { topic: string; body: string }[],
  announcements: readonly number[],
): Promise<void> {
  const byBody = Map.groupBy(messages, ({ body }) => body);
  const grouped = [...byBody].map(([body, same]) => ({ topics: same.map(({ topic }) => topic), body }));
  await notifying.run(db, { messages: JSON.stringify(grouped), announcements });
}

/** Deletes the announcements of events that the other processes have been notified of. */
export async function deleteAnnouncements(db: Db, announcements: readonly number[]): Promise<void> {
  await sql`delete from live_announcements where id = any (${announcements}::bigint[])`.execute(db);
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

/** Returns the events that change access after `seq`, in order, at most `limit`. */
export async function listAccessEventsAfter(db: Db, seq: number, limit: number): Promise<LiveEvent[]> {
  const { rows } = await sql<LiveEvent>`
    select seq, channel, type, payload from live_events
    where changes_access and seq is not null and seq > ${seq} order by seq limit ${pageLimit(limit)}`.execute(
    db,
  );
  return rows;
}

/** Returns the number of the last event that changes access; 0 without one. */
export async function getLastAccessSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from live_events where changes_access and seq is not null`.execute(
    db,
  );
  return rows[0]?.seq ?? 0;
}

/** Returns the last number of each of these channels, in the same order, or of all events for null; 0 without events. */
export async function listLastSeqs(db: Db, channels: readonly (string | null)[]): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(case when c.channel is null then (select max(seq) from live_events where seq is not null)
      else (select max(e.seq) from live_events e where e.channel = c.channel and e.seq is not null) end, 0) as seq
    from unnest(${channels}::text[]) with ordinality c (channel, n) order by c.n`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** Returns the last number of each channel that has events after `seq`: of these channels, and of these kinds. */
export async function listActiveChannels(
  db: Db,
  seq: number,
  channels: readonly string[],
  kinds: readonly string[],
): Promise<{ channel: string; last_seq: number }[]> {
  const { rows } = await sql<{ channel: string; last_seq: number }>`
    select channel, max(seq) as last_seq from live_events
    where seq > ${seq} and (channel = any (${channels}::text[]) or split_part(channel, ':', 1) = any (${kinds}::text[]))
    group by channel`.execute(db);
  return rows;
}

/** Returns the last number of all events; 0 without events. */
export async function getLastSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from live_events where seq is not null`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** Returns the last number that was assigned, and the number up to which events have been deleted. */
export async function getLiveState(db: Db): Promise<{ last_seq: number; purged_through: number }> {
  const { rows } = await sql<{ last_seq: number; purged_through: number }>`
    select "last_seq", purged_through
    from (select max(last_seq) as last_seq, max(purged_through) as purged_through from live_state) state`.execute(
    db,
  );
  return rows[0] ?? { last_seq: 0, purged_through: 0 };
}

/** What a client has missed of a channel. */
export interface MissedSize {
  /** The last number that was assigned, of all channels. */
  last_seq: number;
  purged_through: number;
  channel_seq: number;
  /** The number of missed events, counted up to the limit and one more, and their stored bytes. */
  events: number;
  bytes: number;
  /** The last number of a missed event of another channel that names the user whose channel this is; 0 without one. */
  personal_seq: number;
}

/** The planner expects 100 rows from any JSON, and from an array as many as it has: with JSON, the plan fits any list of channels. */
const missedSizes = prepareVariants(
  ({ limit }: { limit: number }, { resumed }: { resumed: string }) => sql<MissedSize>`
    with resumed as (
      select r.*, case when r.channel like 'user:%' then substr(r.channel, 6) end as user_id
      from rows from (json_to_recordset(${resumed}::json) as (channel text, since bigint))
        with ordinality r (channel, since, n)
    ), personal as materialized (
      select named.user_id, max(e.seq) as seq
      from live_events e, jsonb_array_elements_text(e.payload -> 'user_ids') named (user_id)
      where e.seq is not null and e.channel like 'members:%'
        and e.seq > (select min(since) from resumed where user_id is not null)
        and named.user_id = any (array(select user_id from resumed where user_id is not null))
      group by named.user_id
    )
    select state."last_seq", state.purged_through,
      coalesce((select max(seq) from live_events e where e.channel = r.channel and e.seq is not null), 0) as channel_seq,
      coalesce(p.seq, 0) as personal_seq, missed.events, missed.bytes
    from resumed r
    left join personal p on p.user_id = r.user_id and p.seq > r.since
    cross join (select max(last_seq) as last_seq, max(purged_through) as purged_through from live_state) state
    cross join lateral (
      select count(*) as events, coalesce(sum(size), 0) as bytes
      from (
        select pg_column_size(e.payload) as size from live_events e
        where e.channel = r.channel and e.seq > r.since order by e.seq limit ${pageLimit(limit + 1)}
      ) sizes
    ) missed
    order by r.n`,
);

/**
 * Returns, for each of these channels, the same numbers as `getLiveState`, the last number of the channel, and its size after
 * `since`, in the same order. Events are counted up to `limit + 1`; they themselves aren't read, except those that name users:
 * each of these once, for all channels together. Each page of the product asks this when it connects, and planning it takes ten
 * times as long as running it: after its first runs, a connection keeps the plan.
 */
export const listMissedSizes = (
  db: Db,
  resumed: readonly { channel: string; since: number }[],
  limit: number,
): Promise<MissedSize[]> => missedSizes.run(db, { limit }, { resumed: JSON.stringify(resumed) });

/**
 * Creates the partition of the next day, and drops those that ended more than a day ago. Clients that were away longer refetch.
 * Each partition costs every statement about events time, so there are few.
 */
export async function maintainLiveEvents(db: Db): Promise<void> {
  await sql`select maintain_live_events(1, interval '24 hours')`.execute(db);
}
