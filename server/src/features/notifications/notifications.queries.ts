import { type RawBuilder, sql } from 'kysely';
import {
  type NotificationParams,
  type NotificationType,
  type TypePreference,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import { type Notification, notificationActor } from '#contract/features/notifications/notifications.ts';
import type { TargetKind } from '#contract/values/targets.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJsonOrNull } from '#server/platform/people/person.queries.ts';

export interface UnreadCount {
  unread_count: number;
  version: number;
}

const listOfTypes = (types: NotificationType[]) => sql`(${sql.join(types.map((type) => sql.lit(type)))})`;
const shownInsideSpace = sql`n.type in ${listOfTypes(typesWhere((type) => type.shown_inside_space))}`;

const keptWithoutTarget = listOfTypes(typesWhere(({ target_deleted }) => target_deleted === 'keep'));

/**
 * The title of the post that `n` is about or under, as it is now. Null without a post that its user can read: only members
 * are notified of posts. Also null for types that are kept when the post is deleted, because nothing tells open lists then.
 */
const postTitle = sql`(select p.title from posts p
    join space_members m on m.space_id = p.space_id and m.user_id = n.user_id and m.status = 'active'
    where p.id = case n.target_type when 'post' then n.target_id else n.post_id end and p.space_id = n.space_id
      and p.deleted_at is null and n.type not in ${keptWithoutTarget})`;

const baseColumns = sql`
  n.id, n.user_id, n.actor_id, n.last_actor_id, n.type, n.content_preview, n.actor_relationship, n.space_id,
  n.target_type, n.target_id, n.post_id, ${postTitle} as post_title, n.params, n.read, n.clicked, n.created_at, n.expires_at, n.batch_key,
  n.batch_updated_at, n.actor_count, n.version, ${shownInsideSpace} as shown_inside_space,
  ${personJsonOrNull('u', notificationActor)} as actor,
  json_build_object('id', s.id, 'name', s.name, 'subdomain', s.subdomain, 'icon_image', s.icon_image) as space`;

const rowColumns = sql`${baseColumns}, array(select p.full_name from notification_actors a join users p on p.id = a.user_id
    where a.notification_id = n.id order by a.occurred_at desc, a.user_id limit 3) as actor_names`;

const rowJoins = sql`join spaces s on s.id = n.space_id left join users u on u.id = n.last_actor_id`;
const rowSources = sql`notifications n ${rowJoins}`;

/** Matches what the list leaves out while the viewer is inside a space: see `shown_inside_space` of a type. */
const hiddenInside = (spaceId: string) => sql`n.space_id = ${spaceId}::uuid and not ${shownInsideSpace}`;

/**
 * Returns a page of the user's notifications, latest first. Those of spaces that they leave are deleted
 * when the membership ends.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  input: {
    only_space_id: string | undefined;
    inside_space_id: string | undefined;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<Notification[]> {
  const conditions: RawBuilder<unknown>[] = [sql`n.user_id = ${userId}::uuid`];
  if (input.only_space_id) conditions.push(sql`n.space_id = ${input.only_space_id}::uuid`);
  else if (input.inside_space_id) conditions.push(sql`not (${hiddenInside(input.inside_space_id)})`);
  if (input.after) {
    conditions.push(
      sql`(n.batch_updated_at, n.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`,
    );
  }
  const { rows } = await sql<Notification>`
    select ${rowColumns} from ${rowSources}
    where ${sql.join(conditions, sql` and `)}
    order by n.batch_updated_at desc, n.id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}

/** Returns the number of unread notifications (all, or those shown inside a space) and the version of the list. */
export async function countUnread(db: Db, userId: string, insideSpaceId?: string): Promise<UnreadCount> {
  const hidden = insideSpaceId
    ? sql`(select count(*)::int from notifications n where n.user_id = ${userId}::uuid and not n.read
        and ${hiddenInside(insideSpaceId)})`
    : sql`0`;
  const { rows } = await sql<UnreadCount>`
    select c.unread_count - ${hidden} as unread_count, c.version from notification_counts c
    where c.user_id = ${userId}::uuid`.execute(db);
  return rows[0] ?? { unread_count: 0, version: 0 };
}

/** Counts a user's unread notifications by space. Spaces without any are left out. */
export async function countUnreadBySpace(
  db: Db,
  userId: string,
): Promise<{ space_id: string; unread_count: number }[]> {
  const { rows } = await sql<{ space_id: string; unread_count: number }>`
    select n.space_id, count(*)::int as unread_count from notifications n
    where n.user_id = ${userId}::uuid and not n.read group by n.space_id`.execute(db);
  return rows;
}

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

type RecordedNotification = Notification & { unread_count: number };

/** Inserts or merges notifications for the users who can and want to receive them. Returns the new and changed rows. */
export async function upsertNotifications(
  db: Db,
  input: { space_id: string; actor_id: string | null; at: string; notifications: NewNotification[] },
): Promise<RecordedNotification[]> {
  const { rows } = await sql<RecordedNotification>`
    select ${baseColumns}, t.actor_names, t.unread_count from record_notifications(${input.space_id}::uuid,
      ${input.actor_id}::uuid, ${input.at}::timestamptz, ${JSON.stringify(input.notifications)}::jsonb) t
    cross join lateral (select (t.entry).*) n ${rowJoins}`.execute(db);
  return rows;
}

export async function listNotificationsByIds(db: Db, ids: string[]): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select ${rowColumns} from ${rowSources} where n.id = any(${ids}::uuid[])`.execute(db);
  return rows;
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

/** Deletes a user's notifications from a space. Locks the list only if there are any. */
export async function deleteNotificationsFrom(db: Db, spaceId: string, userId: string): Promise<void> {
  await sql`
    with list as materialized (
      select lock_notifications(${userId}::uuid) where exists (
        select from notifications where user_id = ${userId}::uuid and space_id = ${spaceId}::uuid))
    delete from notifications
    where user_id = ${userId}::uuid and space_id = ${spaceId}::uuid and exists (select from list)`.execute(
    db,
  );
}

/** Returns the ids that marking as read (or clicked) would change. */
export async function listMarkable(
  db: Db,
  userId: string,
  ids: string[],
  clicked: boolean,
): Promise<string[]> {
  let query = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids);
  query = clicked
    ? query.where((eb) => eb.or([eb('read', '=', false), eb('clicked', '=', false)]))
    : query.where('read', '=', false);
  return (await query.execute()).map((row) => row.id);
}

export async function markRead(
  db: Db,
  userId: string,
  ids: string[],
  change: { clicked: boolean; version: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read: true, version: change.version, ...(change.clicked ? { clicked: true } : {}) })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

export async function markAllRead(db: Db, userId: string, version: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read: true, version })
    .where('user_id', '=', userId)
    .where('read', '=', false)
    .execute();
}

/** Returns whether the user has this notification. */
export async function hasNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a user's notification. Returns false if it didn't exist. */
export async function deleteNotification(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
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
        when s.owner_id = l.user_id or l.role in ('owner', 'admin') then 'admin' else 'member' end
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

/** Returns the notifications of these types that point to a target or to something under that post, by user. */
export async function listAbout(
  db: Db,
  targetId: string,
  types: NotificationType[],
  atMost: number | null,
): Promise<TargetNotification[]> {
  const { rows } = await sql<TargetNotification>`
    select n.id, n.user_id, n.type, n.target_id = ${targetId}::uuid as is_own, n.actor_count
    from notifications n
    where n.id in (select id from notifications where target_id = ${targetId}::uuid
        union select id from notifications where post_id = ${targetId}::uuid)
      and n.type = any(${types}::text[])
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

/** Clears the preview of a notification whose latest text was deleted. */
export async function clearPreview(db: Db, id: string, version: number): Promise<void> {
  await db.updateTable('notifications').set({ content_preview: '', version }).where('id', '=', id).execute();
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('notifications').where('expires_at', '<', now).execute();
}
