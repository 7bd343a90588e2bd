import { sql } from 'kysely';
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { NewNotification } from '../notifications.queries.ts';

/** A notification that its recipients share. */
export interface NewBroadcast
  extends Pick<
    NewNotification,
    | 'id'
    | 'type'
    | 'content_preview'
    | 'target_type'
    | 'target_id'
    | 'post_id'
    | 'batch_key'
    | 'params'
    | 'expires_at'
  > {
  space_id: string;
  actor_id: string | null;
}

export async function insertBroadcast(db: Db, broadcast: NewBroadcast): Promise<void> {
  await sql`
    insert into notification_broadcasts (id, space_id, actor_id, actor_relationship, type, content_preview, target_type,
      target_id, post_id, batch_key, params, created_at, expires_at)
    select ${broadcast.id}::uuid, s.id, ${broadcast.actor_id}::uuid,
      case when ${broadcast.actor_id}::uuid is null then null
        when s.owner_id = ${broadcast.actor_id}::uuid or m.role in ('owner', 'admin') then 'admin' else 'member' end,
      ${broadcast.type}, ${broadcast.content_preview}, ${broadcast.target_type}, ${broadcast.target_id}::uuid,
      ${broadcast.post_id}::uuid, ${broadcast.batch_key}, ${JSON.stringify(broadcast.params)}::jsonb,
      ${nowIso()}::timestamptz, ${broadcast.expires_at}::timestamptz
    from spaces s left join space_members m
      on m.space_id = s.id and m.user_id = ${broadcast.actor_id}::uuid and m.status = 'active'
    where s.id = ${broadcast.space_id}::uuid`.execute(db);
}

/** Returns the id of a broadcast, or of that of a type about a target; null if there is none. */
export async function findBroadcast(
  db: Db,
  of: { id: string } | { type: NotificationType; target_id: string },
): Promise<string | null> {
  const broadcasts = db.selectFrom('notification_broadcasts').select('id');
  const query =
    'id' in of
      ? broadcasts.where('id', '=', of.id)
      : broadcasts.where('target_id', '=', of.target_id).where('type', '=', of.type);
  return (await query.executeTakeFirst())?.id ?? null;
}

/**
 * Returns a broadcast of one of these types about a target, or about that post or page of it, or with this value of `params.since`;
 * null if there is none.
 */
export async function findBroadcastAbout(
  db: Db,
  of: { types: NotificationType[]; target_id: string; post_id: string | null; since?: string },
): Promise<string | null> {
  const broadcasts = db
    .selectFrom('notification_broadcasts')
    .select('id')
    .where('target_id', '=', of.target_id)
    .where('type', 'in', of.types);
  const ofSince =
    of.since === undefined ? broadcasts : broadcasts.where(sql`params ->> 'since'`, '=', of.since);
  const query = of.post_id === null ? ofSince : ofSince.where('post_id', '=', of.post_id);
  return (await query.limit(1).executeTakeFirst())?.id ?? null;
}

/**
 * Returns the broadcast of a space with this batch key, and whether the post that it's about is later than `postId`; null if there
 * is none.
 */
export async function findByBatchKey(
  db: Db,
  of: { space_id: string; batch_key: string; post_id: string },
): Promise<{ id: string; is_later: boolean } | null> {
  const { rows } = await sql<{ id: string; is_later: boolean }>`
    select b.id, coalesce((select (later.created_at, later.id) > (p.created_at, p.id)
      from posts later, posts p where later.id = b.post_id and p.id = ${of.post_id}::uuid), false) as is_later
    from notification_broadcasts b where b.space_id = ${of.space_id}::uuid and b.batch_key = ${of.batch_key} limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** What decides who gets a broadcast, and how it is delivered. */
export interface BroadcastRules {
  preference: string | null;
  is_default: boolean;
  muted_post_id: string | null;
  muted_space_id: string | null;
  is_emailed: boolean;
  is_pushed: boolean;
}

/**
 * Adds a broadcast to the lists of those of these users who are members and want it, and queues its deliveries. They must come
 * after those of the call before, by id. Returns them.
 */
export async function sendBroadcast(
  db: Db,
  id: string,
  userIds: string[],
  rules: BroadcastRules,
): Promise<string[]> {
  const { rows } = await sql<{ user_ids: string[] }>`
    select send_broadcast(${id}::uuid, ${userIds}::uuid[], ${JSON.stringify(rules)}::jsonb, ${nowIso()}::timestamptz)
      as user_ids`.execute(db);
  return rows[0]?.user_ids ?? [];
}

/** Returns the next recipients of a broadcast after a user, by id: at least `atLeast`, if there are as many. */
export async function listBroadcastRecipients(
  db: Db,
  id: string,
  { after, atLeast }: { after: string | null; atLeast: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_ids: string[] }>`
    select user_ids from notification_broadcast_recipients
    where broadcast_id = ${id}::uuid and first_user_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by first_user_id limit ${Math.ceil(atLeast / 100)}`.execute(db);
  return rows.flatMap(({ user_ids }) => user_ids);
}

/** Locks the next hundreds of recipients of a broadcast, takes it out of their lists, and returns them. */
export async function takeFromRecipients(db: Db, id: string, hundreds: number): Promise<string[]> {
  const { rows } = await sql<{ user_ids: string[] }>`
    with taken as (
      delete from notification_broadcast_recipients r
      where (r.broadcast_id, r.first_user_id) in (
        select broadcast_id, first_user_id from notification_broadcast_recipients
        where broadcast_id = ${id}::uuid order by first_user_id limit ${hundreds} for update)
      returning r.first_user_id, r.user_ids),
    users as (select coalesce(array_agg(user_id order by user_id), '{}') as user_ids from taken, unnest(taken.user_ids) user_id)
    select user_ids, take_broadcast_from(${id}::uuid, user_ids) from users`.execute(db);
  return rows[0]?.user_ids ?? [];
}

/** Deletes a broadcast that is in no list anymore. */
export async function deleteBroadcast(db: Db, id: string): Promise<void> {
  await db.deleteFrom('notification_broadcasts').where('id', '=', id).execute();
}

/** Points a broadcast from a deleted target to another one. Its recipients have to be told. */
export async function redirectBroadcast(
  db: Db,
  id: string,
  from: string,
  to: { target_id: string; post_id: string | null; params: object; content_preview: string },
): Promise<void> {
  await db
    .updateTable('notification_broadcasts')
    .set({ ...to, params: JSON.stringify(to.params), redirected_from: from, redirected_through: null })
    .where('id', '=', id)
    .execute();
}

/** Returns a broadcast that was about a target, and some of whose recipients haven't been told yet; null if there is none. */
export async function findRedirected(
  db: Db,
  from: string,
): Promise<{ id: string; redirected_through: string | null } | null> {
  const row = await db
    .selectFrom('notification_broadcasts')
    .select(['id', 'redirected_through'])
    .where('redirected_from', '=', from)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the last recipient who has been told that a broadcast is about another target; null if all have been. */
export async function updateRedirected(db: Db, id: string, through: string | null): Promise<void> {
  await db
    .updateTable('notification_broadcasts')
    .set(
      through === null
        ? { redirected_from: null, redirected_through: null }
        : { redirected_through: through },
    )
    .where('id', '=', id)
    .execute();
}

/** Increments the versions of these users' lists, in the order of their ids. */
export async function incrementVersions(db: Db, userIds: string[]): Promise<void> {
  await sql`
    with locked as materialized (
      select user_id from notification_counts where user_id = any(${userIds}::uuid[]) order by user_id for update)
    update notification_counts c set version = c.version + 1 from locked where c.user_id = locked.user_id`.execute(
    db,
  );
}

/** A broadcast as one user sees it. */
export interface BroadcastOfUser {
  user_id: string;
  unread_count: number;
  version: number;
  /** Whether it is in their list. */
  is_listed: boolean;
  read: boolean;
  clicked: boolean;
  snoozed_until: string | null;
  /** Its position in their list. */
  batch_updated_at: string;
}

/** Returns how these users see a broadcast, and their counts. */
export async function listBroadcastViews(
  db: Db,
  id: string,
  userIds: readonly string[],
): Promise<BroadcastOfUser[]> {
  const { rows } = await sql<BroadcastOfUser>`
    select c.user_id, c.unread_count, c.version, k.removed_at is null and is_broadcast_recipient(${id}::uuid, c.user_id)
        as is_listed, coalesce(k.read, false) as read, coalesce(k.clicked, false) as clicked,
      k.snoozed_until, coalesce(k.returned_at, b.created_at) as batch_updated_at
    from notification_counts c left join notification_broadcasts b on b.id = ${id}::uuid
    left join notification_broadcast_marks k on k.broadcast_id = ${id}::uuid and k.user_id = c.user_id
    where c.user_id = any(${userIds}::uuid[])`.execute(db);
  return rows;
}

/** Returns a broadcast that has expired; null if there is none. */
export async function findExpiredBroadcast(db: Db): Promise<{ id: string; space_id: string } | null> {
  const row = await db
    .selectFrom('notification_broadcasts')
    .select(['id', 'space_id'])
    .where('expires_at', '<', nowIso())
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a broadcast until the transaction ends, so that nobody snoozes it meanwhile. Returns false if it hasn't expired, or is gone. */
export async function lockExpiredBroadcast(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_broadcasts')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '<', nowIso())
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
