import { sql } from 'kysely';
import type { SnoozeDuration } from '#contract/features/notifications/choices.ts';
import { declarationOf, notificationTypeNames } from '#contract/features/notifications/notification-types.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';

/** How long an entry is kept after it has come back, at least. */
const keptAfter = sql`interval '7 days'`;

/** What is sent of an entry that comes back, by its type. */
const typeRules = JSON.stringify(
  notificationTypeNames.map((type) => {
    const { email, push } = declarationOf(type);
    return { type, is_emailed: email === 'bundle', is_pushed: push !== null };
  }),
);

/** Returns when an entry comes back that a user snoozes now, in their time zone. */
export async function findSnoozeEnd(db: Db, userId: string, duration: SnoozeDuration): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select snooze_until(${duration}, time_zone, ${nowIso()}::timestamptz) as until from users
    where id = ${userId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no user ${userId}`);
  return row.until;
}

/** Keeps a broadcast that would expire before it comes back, or soon after. */
export async function keepBroadcast(db: Db, id: string, until: string): Promise<void> {
  await sql`
    update notification_broadcasts set expires_at = ${until}::timestamptz + ${keptAfter}
    where id = ${id}::uuid and expires_at < ${until}::timestamptz + ${keptAfter}`.execute(db);
}

/** Snoozes an entry of a user's list. Returns false if it isn't in it. */
export async function updateSnoozed(
  db: Db,
  userId: string,
  id: string,
  { until, version }: { until: string; version: number },
): Promise<boolean> {
  const { rows } = await sql`
    with marked as (
      insert into notification_broadcast_marks as k (broadcast_id, user_id, read, snoozed_until)
      select b.id, ${userId}::uuid, true, ${until}::timestamptz from notification_broadcasts b
      where b.id = ${id}::uuid and is_broadcast_recipient(b.id, ${userId}::uuid)
      on conflict (broadcast_id, user_id) do update set read = true, snoozed_until = excluded.snoozed_until
        where k.removed_at is null
      returning broadcast_id),
    snoozed as (
      update notifications set read = true, snoozed_until = ${until}::timestamptz, version = ${version},
        expires_at = greatest(expires_at, ${until}::timestamptz + ${keptAfter})
      where user_id = ${userId}::uuid and id = ${id}::uuid returning id)
    select id from snoozed union all select broadcast_id from marked`.execute(db);
  return rows.length > 0;
}

/** Ends the snooze of an entry, which stays read. Returns false if it isn't snoozed. */
export async function endSnooze(db: Db, userId: string, id: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    with unmarked as (
      update notification_broadcast_marks set snoozed_until = null
      where user_id = ${userId}::uuid and broadcast_id = ${id}::uuid and snoozed_until is not null and removed_at is null
      returning broadcast_id),
    ended as (
      update notifications set snoozed_until = null, version = ${version}
      where user_id = ${userId}::uuid and id = ${id}::uuid and snoozed_until is not null returning id)
    select id from ended union all select broadcast_id from unmarked`.execute(db);
  return rows.length > 0;
}

/** Returns users with an entry whose snooze has ended, at most `limit`; only this one if `userId` is given. */
export async function listDueUsers(db: Db, limit: number, userId: string | null = null): Promise<string[]> {
  const due = sql`snoozed_until <= ${nowIso()}::timestamptz and user_id = coalesce(${userId}::uuid, user_id)`;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where ${due}
    union select user_id from notification_broadcast_marks where ${due} and removed_at is null
    limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Puts the entries of a user whose snooze has ended back to the top of their list, unread, and queues what is sent of them as if
 * they were new. Returns their ids. The caller has locked the list at `version`.
 */
export async function returnDue(db: Db, userId: string, version: number): Promise<string[]> {
  const at = sql`${nowIso()}::timestamptz`;
  const { rows } = await sql<{ id: string }>`
    with returned as (
      update notifications set read = false, clicked = false, snoozed_until = null, version = ${version},
        batch_updated_at = ${at}
      where user_id = ${userId}::uuid and snoozed_until <= ${at}
      returning id, type, space_id),
    shared as (
      update notification_broadcast_marks k set read = false, clicked = false, snoozed_until = null, returned_at = ${at}
      from notification_broadcasts b
      where k.user_id = ${userId}::uuid and k.snoozed_until <= ${at} and k.removed_at is null and b.id = k.broadcast_id
      returning b.id, b.type, b.space_id),
    entries as (
      select id as notification_id, null::uuid as broadcast_id, type, space_id from returned
      union all select null, id, type, space_id from shared),
    queued as (
      insert into notification_deliveries (notification_id, broadcast_id, channel, user_id, space_id, queued_at, due_at)
      select e.notification_id, e.broadcast_id, c.channel, ${userId}::uuid, e.space_id, ${at}, c.due_at
      from entries e
      join jsonb_to_recordset(${typeRules}::jsonb) as t (type text, is_emailed boolean, is_pushed boolean) on t.type = e.type
      cross join lateral wanted_channels(${userId}::uuid, e.space_id, t.is_emailed, t.is_pushed, ${at}) c
      on conflict (entry_id, user_id, channel) do update
        set queued_at = excluded.queued_at, due_at = excluded.due_at, claimed_until = null, sent_at = null,
          bundle_id = null, failures = 0, pushed_to = '{}')
    select coalesce(notification_id, broadcast_id) as id from entries`.execute(db);
  return rows.map(({ id }) => id);
}
