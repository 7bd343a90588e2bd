import { sql } from 'kysely';
import type { NotificationParams } from '#contract/features/notifications/notification-params.ts';
import {
  type NotificationType,
  type TypePreference,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import type { TargetKind } from '#contract/values/targets.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import { type EntryRow, entriesOf, entryColumns, entryJoins, unreadBroadcastsOf } from './entries.queries.ts';

/** One notification for one user. */
export interface NewNotification {
  id: string;
  user_id: string;
  type: NotificationType;
  content_preview: string;
  target_type: TargetKind;
  target_id: string;
  post_id: string | null;
  batch_key: string | null;
  params: NotificationParams;
  expires_at: string;
  /** The preference that turns it off, if any, and whether it is on for users without preferences. */
  preference: TypePreference | null;
  is_default: boolean;
  members_only: boolean;
  /** Whether an actor who is already included doesn't change a merged notification. */
  ignore_repeats: boolean;
  /** The post and the space that its recipient can mute to stop it. */
  muted_post_id: string | null;
  muted_space_id: string | null;
  /** Whether it is part of emails of several, and pushed to devices. */
  is_emailed: boolean;
  is_pushed: boolean;
}

type RecordedNotification = EntryRow & { unread_count: number };

const recording = prepareQuery(
  (
    _,
    input: {
      space_id: string | null;
      conversation_id: string | null;
      actor_id: string | null;
      at: string;
      notifications: string;
    },
  ) => sql<RecordedNotification>`
    select ${entryColumns}, t.actor_names, t.unread_count
    from record_notifications(${input.space_id}::uuid, ${input.conversation_id}::uuid, ${input.actor_id}::uuid,
      ${input.at}::timestamptz, ${input.notifications}::jsonb) t
    cross join lateral (select (t.entry).*) n ${entryJoins}`,
);

/** Inserts or merges notifications for the users who can and want to receive them. Returns the new and changed rows. */
export async function upsertNotifications(
  db: Db,
  input: {
    space_id?: string | undefined;
    conversation_id?: string | undefined;
    actor_id: string | null;
    at: string;
    notifications: NewNotification[];
  },
): Promise<RecordedNotification[]> {
  const { space_id = null, conversation_id = null, actor_id, at, notifications } = input;
  return await recording.run(db, {
    space_id,
    conversation_id,
    actor_id,
    at,
    notifications: JSON.stringify(notifications),
  });
}

/** Increments the version of a user's list and locks the list until the transaction ends. */
export async function lockList(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`select lock_notifications(${userId}::uuid) as version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Locks the lists of several users until the transaction ends, in the order of their ids, without changing them. */
export async function lockLists(db: Db, userIds: string[]): Promise<void> {
  const ids = [...new Set(userIds)].sort();
  await sql`insert into notification_counts (user_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(
    db,
  );
  await sql`select from notification_counts where user_id = any(${ids}::uuid[]) order by user_id for update`.execute(
    db,
  );
}

/** Deletes what a user has in their list from a space. Locks the list only if there is anything. */
export async function deleteNotificationsFrom(db: Db, spaceId: string, userId: string): Promise<void> {
  await sql`select delete_notifications_from(${spaceId}::uuid, ${userId}::uuid)`.execute(db);
}

/** Returns the ids that marking as read (or clicked) would change. */
export async function listMarkable(
  db: Db,
  userId: string,
  ids: string[],
  clicked: boolean,
): Promise<string[]> {
  const wanted = sql`(select id, ${userId}::uuid as user_id from unnest(${ids}::uuid[]) id) w`;
  const { rows } = await sql<{ id: string }>`
    select n.id from ${entriesOf(wanted)}
    where not n.read or (${clicked}::boolean and not n.clicked)`.execute(db);
  return rows.map(({ id }) => id);
}

/** What a user sees of a post: the ids of comments, and of the post itself. */
export interface SeenPost {
  post_id: string;
  seen_ids: string[];
}

/** Returns a user's unread entries about a post and its comments that looking at these shows. */
export async function listUnreadOfPost(
  db: Db,
  userId: string,
  { post_id, seen_ids }: SeenPost,
): Promise<string[]> {
  const seen = typesWhere(({ seen_on_post }) => seen_on_post);
  const { rows } = await sql<{ id: string }>`
    select n.id from notifications n where n.user_id = ${userId}::uuid and not n.read and n.type = any(${seen}::text[])
      and n.target_id = any(${seen_ids}::uuid[]) and ${post_id}::uuid in (n.target_id, n.post_id)
    union all
    select b.id from notification_broadcasts b
    where b.target_id = ${post_id}::uuid and b.target_id = any(${seen_ids}::uuid[]) and b.type = any(${seen}::text[]) and is_broadcast_recipient(b.id, ${userId}::uuid)
      and not exists (select from notification_broadcast_marks k where k.broadcast_id = b.id and k.user_id = ${userId}::uuid
        and (k.read or k.removed_at is not null))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids that marking as unread would change. */
export async function listRead(db: Db, userId: string, ids: string[]): Promise<string[]> {
  const wanted = sql`(select id, ${userId}::uuid as user_id from unnest(${ids}::uuid[]) id) w`;
  const { rows } = await sql<{ id: string }>`select n.id from ${entriesOf(wanted)} where n.read`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks read entries of a user's list, which the caller has locked, as unread, and ends their snooze. What is queued of them is
 * deleted, and taken out of emails that haven't left yet: nothing that was read is sent.
 */
export async function markUnread(db: Db, userId: string, ids: string[], version: number): Promise<void> {
  await sql`
    with unmarked as (
      update notification_broadcast_marks set read = false, clicked = false, snoozed_until = null
      where user_id = ${userId}::uuid and broadcast_id = any(${ids}::uuid[])),
    queued as (
      delete from notification_deliveries
      where user_id = ${userId}::uuid and entry_id = any(${ids}::uuid[]) and sent_at is null),
    emailed as (
      update notification_deliveries set bundle_id = null
      where user_id = ${userId}::uuid and entry_id = any(${ids}::uuid[]) and sent_at is not null)
    update notifications set read = false, clicked = false, snoozed_until = null, version = ${version}
    where user_id = ${userId}::uuid and id = any(${ids}::uuid[])`.execute(db);
}

/** Marks entries of a user's list, which the caller has locked, as read. Returns the ids of those that this changed. */
export async function markRead(
  db: Db,
  userId: string,
  ids: string[],
  { clicked, version }: { clicked: boolean; version: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with marked as (
      update notifications set read = true, clicked = clicked or ${clicked}::boolean, version = ${version}
      where user_id = ${userId}::uuid and id = any(${ids}::uuid[])
        and (not read or (${clicked}::boolean and not clicked))
      returning id),
    marked_broadcasts as (
      insert into notification_broadcast_marks as k (broadcast_id, user_id, read, clicked)
      select b.id, ${userId}::uuid, true, ${clicked}::boolean from notification_broadcasts b
      where b.id = any(${ids}::uuid[]) and is_broadcast_recipient(b.id, ${userId}::uuid)
      on conflict (broadcast_id, user_id) do update set read = true, clicked = k.clicked or excluded.clicked
        where not k.read or (excluded.clicked and not k.clicked)
      returning broadcast_id)
    select id from marked union all select broadcast_id from marked_broadcasts`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks everything in a user's list as read. */
export async function markAllRead(db: Db, userId: string, version: number): Promise<void> {
  await sql`
    with marked as (
      update notifications set read = true, version = ${version} where user_id = ${userId}::uuid and not read)
    insert into notification_broadcast_marks (broadcast_id, user_id, read)
    select n.id, ${userId}::uuid, true from (${unreadBroadcastsOf(userId)}) n
    on conflict (broadcast_id, user_id) do update set read = true`.execute(db);
}

/** Returns whether this is in the user's list. */
export async function hasNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const wanted = sql`(values (${id}::uuid, ${userId}::uuid)) w (id, user_id)`;
  const { rows } = await sql`select n.id from ${entriesOf(wanted)}`.execute(db);
  return rows.length > 0;
}

/** Deletes an entry from the list of a user. Returns false if it wasn't in it. */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (
      delete from notifications where user_id = ${userId}::uuid and id = ${id}::uuid returning id),
    removed as (
      insert into notification_broadcast_marks (broadcast_id, user_id, removed_at)
      select b.id, ${userId}::uuid, ${nowIso()}::timestamptz from notification_broadcasts b
      where b.id = ${id}::uuid and is_broadcast_recipient(b.id, ${userId}::uuid)
      on conflict (broadcast_id, user_id) do update set removed_at = excluded.removed_at
        where notification_broadcast_marks.removed_at is null
      returning broadcast_id)
    select id from deleted union all select broadcast_id from removed`.execute(db);
  return rows.length > 0;
}

/** Returns the user's unread notification with this batch key and actor, or null. */
export async function findUnreadOfActor(
  db: Db,
  pair: { user_id: string; batch_key: string; actor_id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('notifications as n')
    .innerJoin('notification_actors as a', 'a.notification_id', 'n.id')
    .select('n.id')
    .where('n.user_id', '=', pair.user_id)
    .where('n.batch_key', '=', pair.batch_key)
    .where('n.read', '=', false)
    .where('a.user_id', '=', pair.actor_id)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Removes an actor from a merged notification. Returns how many actors are left. */
export async function removeActor(db: Db, id: string, actorId: string, version: number): Promise<number> {
  await db
    .deleteFrom('notification_actors')
    .where('notification_id', '=', id)
    .where('user_id', '=', actorId)
    .execute();
  const { rows } = await sql<{ actor_count: number }>`
    update notifications n set actor_count = greatest(n.actor_count - 1, 0), version = ${version},
      actor_id = (select a.user_id from notification_actors a where a.notification_id = n.id
        order by a.occurred_at, a.user_id limit 1),
      last_actor_id = l.user_id,
      actor_relationship = case when l.user_id is null then null
        when s.owner_id = l.user_id or l.role in ('owner', 'admin') then 'admin'
        else relationship_to(n.user_id, l.user_id, 'member') end
    from spaces s
    left join lateral (select a.user_id, m.role from notification_actors a
      left join space_members m on m.space_id = s.id and m.user_id = a.user_id and m.status = 'active'
      where a.notification_id = ${id}::uuid order by a.occurred_at desc, a.user_id limit 1) l on true
    where n.id = ${id}::uuid and s.id = n.space_id returning n.actor_count`.execute(db);
  return rows[0]?.actor_count ?? 0;
}

/** A notification about a target that is being deleted. */
export interface TargetNotification {
  id: string;
  user_id: string;
  type: NotificationType;
  /** Whether it is about this target itself, not about something under it. */
  is_own: boolean;
  actor_count: number;
}

/**
 * Returns the notifications of these types that point to a target or to something under that post, by user. With `since`, only those
 * with this value of `params.since`.
 */
export async function listAbout(
  db: Db,
  targetId: string,
  types: NotificationType[],
  atMost: number | null,
  since: string | null = null,
): Promise<TargetNotification[]> {
  const { rows } = await sql<TargetNotification>`
    select n.id, n.user_id, n.type, n.target_id = ${targetId}::uuid as is_own, n.actor_count
    from notifications n
    where n.id in (select id from notifications where target_id = ${targetId}::uuid
        union select id from notifications where post_id = ${targetId}::uuid)
      and n.type = any(${types}::text[])
      and (${since}::text is null or n.params ->> 'since' = ${since}::text)
    order by n.user_id, n.id limit ${atMost}`.execute(db);
  return rows;
}

/** Points a merged notification to another target. */
export async function redirectNotification(
  db: Db,
  id: string,
  to: { target_id: string; post_id: string | null; params: object; content_preview: string },
  version: number,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ ...to, params: JSON.stringify(to.params), version })
    .where('id', '=', id)
    .execute();
}

/** Changes the preview of a notification: its text was edited, or the latest one deleted. */
export async function updatePreview(
  db: Db,
  id: string,
  content_preview: string,
  version: number,
): Promise<void> {
  await db.updateTable('notifications').set({ content_preview, version }).where('id', '=', id).execute();
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('notifications').where('expires_at', '<', now).execute();
}
