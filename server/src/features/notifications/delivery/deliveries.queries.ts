import { type RawBuilder, sql } from 'kysely';
import {
  declarationOf,
  notificationTypeNames,
  typePreferences,
} from '#contract/features/notifications/notification-types.ts';
import type { TargetKind } from '#contract/values/targets.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sentEntryOf } from '../entries.queries.ts';

export type Channel = 'email' | 'push';

/** How often the messages of one conversation are pushed to someone within an hour. Later ones wait and come together. */
const maxPushes = 3;

/** An entry to be sent to its user by a channel. */
export interface Delivery {
  entry_id: string;
  user_id: string;
  channel: Channel;
}

/** A delivery, and what is to be done with it at this moment. */
export interface Decision extends Delivery {
  /** Null if it happened in a conversation. */
  space_id: string | null;
  /** What the entry is about; null if the entry is gone. */
  target_type: TargetKind | null;
  target_id: string | null;
  post_id: string | null;
  /** Whether only those who can read its target get it: not that one's post was removed, for example. */
  is_for_readers: boolean;
  /** False if it is never to be sent: it was read, or its user doesn't want it or can't see it anymore. */
  is_wanted: boolean;
  /** The time until which it has to wait; null if it doesn't. */
  hold_until: string | null;
  queued_at: string;
  /** The push subscriptions that have got it. */
  pushed_to: string[];
}

/** Identifies a delivery until its entry is queued again. */
type Queued = Delivery & Pick<Decision, 'queued_at'>;

/** What the types declare, as a table for statements. */
const typeRules = JSON.stringify(
  notificationTypeNames.map((type) => {
    const { preference, recipients, target_deleted, muted_with } = declarationOf(type);
    return {
      type,
      preference,
      is_default: preference === null || typePreferences[preference].default,
      members_only: recipients === 'members',
      outlives_target: target_deleted === 'keep',
      muted_with_post: muted_with.includes('post'),
      muted_with_space: muted_with.includes('space'),
    };
  }),
);

const idsOf = (deliveries: readonly Delivery[]) => ({
  ids: deliveries.map(({ entry_id }) => entry_id),
  users: deliveries.map(({ user_id }) => user_id),
  channels: deliveries.map(({ channel }) => channel),
});
/** The rows `d` of these deliveries. */
const among = (deliveries: readonly Delivery[]) => {
  const { ids, users, channels } = idsOf(deliveries);
  return sql`(d.entry_id, d.user_id, d.channel) in (
    select * from unnest(${ids}::uuid[], ${users}::uuid[], ${channels}::text[]))`;
};

/** The rows `d` of these deliveries, except those whose entries were queued again since. */
const amongQueued = (deliveries: readonly Queued[]) => {
  const { ids, users, channels } = idsOf(deliveries);
  const times = deliveries.map(({ queued_at }) => queued_at);
  return sql`(d.entry_id, d.user_id, d.channel, d.queued_at) in (
    select * from unnest(${ids}::uuid[], ${users}::uuid[], ${channels}::text[], ${times}::timestamptz[]))`;
};

/** When the messages of a conversation may be pushed again: three times within an hour. */
const mayPushAgainAt = sql`case when d.conversation_id is not null and cardinality(d.recently_sent) = ${sql.lit(maxPushes)}
  then d.recently_sent[1] + interval '1 hour' end`;

/**
 * When a mention in a conversation, or being added to it, may be sent, because such entries of it were within the last hour:
 * three pushes, or one email. `at` is now.
 */
const mayMentionAgainAt = (at: RawBuilder<unknown>) => sql`case
  when n.conversation_id is not null and d.conversation_id is null then (
    select t.sent_at + interval '1 hour' from notifications sent
    join notification_deliveries o on o.notification_id = sent.id and o.user_id = d.user_id and o.channel = d.channel
    cross join unnest(o.recently_sent) t (sent_at)
    where sent.conversation_id = n.conversation_id and sent.user_id = d.user_id and t.sent_at > ${at} - interval '1 hour'
    order by t.sent_at desc
    limit 1 offset case d.channel when 'push' then ${sql.lit(maxPushes - 1)} else 0 end) end`;

/** Makes processes that queue or claim deliveries take turns. */
const turn = sql`select pg_advisory_xact_lock(hashtextextended('claim-deliveries', 0))`;

/** Whether a user `u` has no mark of a broadcast `b`: they haven't read, removed or snoozed it, nor marked it as unread since. */
const isUnmarked = sql`not exists (
  select from notification_broadcast_marks k where k.broadcast_id = b.id and k.user_id = u.user_id)`;

/**
 * Queues the next portion of a broadcast, up to 1,000 users, that is due by a channel at a time: for those who have the broadcast
 * in their list and no mark of it. Returns false if none is due, or if others have locked all that are.
 */
export async function queueDueBroadcast(db: Db, channel: Channel, now: string): Promise<boolean> {
  const { rows } = await sql`
    with turn as materialized (${turn}),
    next as materialized (
      select b.id, b.space_id, p.channel, p.due_at, p.first_user_id, p.last_user_id
      from turn, notification_broadcast_deliveries p join notification_broadcasts b on b.id = p.broadcast_id
      where p.channel = ${channel} and p.due_at <= ${now}::timestamptz order by p.due_at, p.first_user_id limit 1
      -- A broadcast that is being deleted is left alone: waiting for it here would be a deadlock.
      for update of p skip locked for key share of b skip locked),
    due as (
      delete from notification_broadcast_deliveries p using next n
      where (p.broadcast_id, p.channel, p.due_at, p.first_user_id, p.last_user_id)
        = (n.id, n.channel, n.due_at, n.first_user_id, n.last_user_id)
      returning n.id, n.space_id, p.channel, p.queued_at, p.due_at, p.first_user_id, p.last_user_id, p.user_ids),
    queued as (
      insert into notification_deliveries (broadcast_id, channel, user_id, space_id, queued_at, due_at)
      select b.id, b.channel, u.user_id, b.space_id, b.queued_at, b.due_at
      from due b cross join lateral (
        select unnest(b.user_ids) as user_id
        -- All recipients of the portion at once: is_broadcast_recipient would look for each of them.
        intersect select unnest(r.user_ids) from notification_broadcast_recipients r
        where r.broadcast_id = b.id and r.first_user_id <= b.last_user_id
          and r.first_user_id >= coalesce((select l.first_user_id from notification_broadcast_recipients l
            where l.broadcast_id = b.id and l.first_user_id <= b.first_user_id
            order by l.first_user_id desc limit 1), b.first_user_id)) u
      where ${isUnmarked} order by u.user_id
      on conflict do nothing)
    select from due`.execute(db);
  return rows.length > 0;
}

/**
 * Claims about `limit` deliveries of each channel that are due at `now`, until `until`: those that are due first, and whatever else
 * their users get at that time by the same channel from the same space, so that no email is split. Pushes don't wait for emails.
 * Other processes leave claimed ones alone; afterwards they are due again unless they were sent. Processes claim one after the
 * other, so that two don't get parts of one email.
 */
export async function claimDue(
  db: Db,
  { limit, now, until }: { limit: number; now: string; until: string },
): Promise<Delivery[]> {
  const isDue = sql`c.sent_at is null and c.due_at <= ${now}::timestamptz
    and (c.claimed_until is null or c.claimed_until <= ${now}::timestamptz)`;
  const { rows } = await sql<Delivery>`
    with turn as materialized (${turn}),
    first as materialized (
      select c.user_id, c.channel, c.space_id from turn, (values ('push'), ('email')) k (channel) cross join lateral (
        select c.user_id, c.channel, c.space_id from notification_deliveries c
        where c.channel = k.channel and ${isDue} order by c.due_at limit ${limit} for update skip locked) c),
    claimed as materialized (
      select c.* from (select distinct user_id, channel, space_id from first) f cross join lateral (
        select c.entry_id, c.user_id, c.channel from notification_deliveries c
        where c.user_id = f.user_id and c.channel = f.channel and c.space_id is not distinct from f.space_id
          and ${isDue} for update skip locked) c)
    update notification_deliveries d set claimed_until = ${until}::timestamptz
    from claimed c where (d.entry_id, d.user_id, d.channel) = (c.entry_id, c.user_id, c.channel)
    returning d.entry_id, d.user_id, d.channel`.execute(db);
  return rows;
}

/** Decides about deliveries by what is true now. With `confirmed_only`, unconfirmed addresses get no emails. */
export async function listDecisions(
  db: Db,
  deliveries: readonly Delivery[],
  { confirmed_only }: { confirmed_only: boolean },
): Promise<Decision[]> {
  const at = sql`${nowIso()}::timestamptz`;
  const { rows } = await sql<Decision>`
    select entry_id, channel, user_id, space_id, is_wanted, queued_at, pushed_to, target_type, target_id, post_id, is_for_readers,
      case when wait_until > ${at} then wait_until end as hold_until from (
      select d.entry_id, d.channel, d.user_id, d.space_id, d.queued_at, d.pushed_to,
        not coalesce(n.read, true)
          and wants_notification(d.user_id, d.space_id, t.preference, t.is_default)
          and case d.channel when 'push' then w.push
            else w.email and (u.email_verified or not ${confirmed_only}::boolean) end
          and not is_muted(d.user_id, case when t.muted_with_space then d.space_id end,
            case when t.muted_with_post then coalesce(n.post_id, n.target_id) end, ${at})
          and (n.conversation_id is null
            or notifies_of_conversation(n.conversation_id, d.user_id, n.last_actor_id, ${at}))
          and (n.target_type <> 'message' or not exists (
            select from chat_messages m join chat_participants p on p.conversation_id = m.conversation_id
            where m.id = n.target_id and p.user_id = d.user_id and (m.seq <= p.last_read_seq
              or m.deleted_at is not null
              or n.type = 'mention' and not coalesce(d.user_id = any(m.mentioned_user_ids), false))))
          and (not t.members_only or d.space_id is null or s.owner_id = d.user_id or exists (select from space_members m
            where m.space_id = d.space_id and m.user_id = d.user_id and m.status = 'active'))
          and (t.outlives_target or not exists (select from posts p
            where p.id in (n.target_id, n.post_id) and p.deleted_at is not null)) as is_wanted,
        n.target_type, n.target_id, n.post_id, coalesce(t.preference is not null, false) as is_for_readers,
        greatest(w.quiet_until,
          case d.channel when 'email' then email_due_at(w.frequency, w.time_zone, d.space_id is not null, d.queued_at)
            else ${mayPushAgainAt} end,
          ${mayMentionAgainAt(at)}) as wait_until
      from notification_deliveries d
      left join lateral (select n.* from (values (d.entry_id, d.user_id)) w (id, user_id)
        cross join lateral (${sentEntryOf}) n) n on true
      join users u on u.id = d.user_id
      left join spaces s on s.id = d.space_id
      left join jsonb_to_recordset(${typeRules}::jsonb) as t(type text, preference text, is_default boolean,
        members_only boolean, outlives_target boolean, muted_with_post boolean, muted_with_space boolean)
        on t.type = n.type
      cross join lateral delivery_preferences(d.user_id, d.space_id, ${at}) w
      where ${among(deliveries)}) decided
    order by user_id, space_id, entry_id`.execute(db);
  return rows;
}

/** Marks claimed deliveries as sent, in a bundle if they are emailed. Returns those that weren't sent meanwhile. */
export async function markSent(
  db: Db,
  deliveries: readonly Queued[],
  bundleId: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ entry_id: string }>`
    update notification_deliveries d set sent_at = ${nowIso()}::timestamptz, claimed_until = null, bundle_id = ${bundleId}::uuid,
      recently_sent = case when d.space_id is not null then d.recently_sent
        else (d.recently_sent || ${nowIso()}::timestamptz)[greatest(cardinality(d.recently_sent) - ${sql.lit(maxPushes)} + 2, 1):] end
    where ${amongQueued(deliveries)} and d.sent_at is null and d.claimed_until is not null
    returning d.entry_id`.execute(db);
  return rows.map(({ entry_id }) => entry_id);
}

/**
 * Makes deliveries due at a time, whether or not they were claimed or sent. `pushedTo` are the subscriptions that have got
 * them meanwhile. Entries that were queued again are left alone.
 */
export async function postpone(
  db: Db,
  deliveries: readonly Queued[],
  until: string,
  pushedTo: readonly string[] = [],
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update notification_deliveries d
    set due_at = ${until}::timestamptz, claimed_until = null, sent_at = null, bundle_id = null,
      pushed_to = d.pushed_to || ${pushedTo}::uuid[]
    where ${amongQueued(deliveries)}`.execute(db);
}

/** Makes deliveries that an error kept from being sent due again: after a minute, then twice as long, up to an hour. */
export async function backOff(db: Db, deliveries: readonly Queued[]): Promise<void> {
  await sql`
    update notification_deliveries d
    set due_at = ${nowIso()}::timestamptz + least(interval '1 minute' * 2 ^ least(d.failures, 6), interval '1 hour'),
      failures = d.failures + 1, claimed_until = null
    where ${amongQueued(deliveries)} and d.sent_at is null`.execute(db);
}

/** Drops deliveries, except those whose entries were queued again. */
export async function deleteDeliveries(db: Db, deliveries: readonly Queued[]): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`delete from notification_deliveries d where ${amongQueued(deliveries)}`.execute(db);
}

/** Returns the deliveries that an email contains. */
export async function listBundle(db: Db, bundleId: string): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select entry_id, user_id, channel from notification_deliveries
    where bundle_id = ${bundleId}::uuid and sent_at is not null`.execute(db);
  return rows;
}

/** Decides again about the emails that wait for a user, because they changed how often they want them. */
export async function bringForward(db: Db, userId: string): Promise<void> {
  const user = sql`${userId}::uuid`;
  /** The portions `p` of a broadcast `b` that may contain the user. */
  const around = sql`p.broadcast_id = b.id and p.channel = 'email' and p.first_user_id <= ${user} and p.last_user_id >= ${user}`;
  await sql`
    with shared as materialized (
      select b.id, b.space_id from notification_broadcasts b
      -- With a limit or a lock, by the key of each broadcast. Otherwise, the portions of all spaces may be scanned.
      cross join lateral (select from notification_broadcast_deliveries p where ${around} limit 1) p
      where b.space_id in (select space_id from space_members where user_id = ${user}
          union all select id from spaces where owner_id = ${user})
      -- Before what is deleted with it, like those who delete it.
      order by b.id for key share of b),
    portions as materialized (
      select b.space_id, p.* from shared b cross join lateral (
        select p.broadcast_id, p.channel, p.due_at, p.first_user_id, p.last_user_id from notification_broadcast_deliveries p
        where ${around} and ${user} = any(p.user_ids) for update) p),
    taken as (
      update notification_broadcast_deliveries p set user_ids = array_remove(p.user_ids, ${user}) from portions o
      where (p.broadcast_id, p.channel, p.due_at, p.first_user_id, p.last_user_id)
        = (o.broadcast_id, o.channel, o.due_at, o.first_user_id, o.last_user_id)
      returning p.broadcast_id as id, o.space_id, p.queued_at, p.due_at)
    insert into notification_deliveries (broadcast_id, channel, user_id, space_id, queued_at, due_at)
    select b.id, 'email', u.user_id, b.space_id, b.queued_at, b.due_at
    from taken b cross join (values (${user})) u (user_id)
    where is_broadcast_recipient(b.id, u.user_id) and ${isUnmarked}
    on conflict do nothing`.execute(db);
  await sql`
    update notification_deliveries set due_at = least(due_at, ${nowIso()}::timestamptz)
    where user_id = ${userId}::uuid and channel = 'email' and sent_at is null`.execute(db);
}

/** The recipient of an email with several notifications. */
export interface BundleRecipient {
  email: string;
  full_name: string;
  email_verified: boolean;
  locale: string;
  time_zone: string;
  /** Null for conversations. */
  space_name: string | null;
}

/** Returns the recipient of an email with notifications of a space, or of conversations (`spaceId` null). */
export async function findBundleRecipient(
  db: Db,
  userId: string,
  spaceId: string | null,
): Promise<BundleRecipient | undefined> {
  return await db
    .selectFrom('users as u')
    .leftJoin('spaces as s', (join) => join.on('s.id', '=', spaceId))
    .select(['u.email', 'u.full_name', 'u.email_verified', 'u.locale', 'u.time_zone', 's.name as space_name'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}
