import { sql } from 'kysely';
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import type { Db } from '#server/platform/db/database.ts';

/** Keeps a copy of a notification that its user is about to delete. */
export async function keepRemoved(db: Db, userId: string, id: string, at: string): Promise<void> {
  await sql`
    insert into removed_notifications (id, user_id, space_id, target_id, post_id, entry, actors, removed_at)
    select n.id, n.user_id, n.space_id, n.target_id, n.post_id, to_jsonb(n),
      coalesce((select jsonb_agg(to_jsonb(a)) from notification_actors a where a.notification_id = n.id), '[]'),
      ${at}::timestamptz
    from notifications n where n.id = ${id}::uuid and n.user_id = ${userId}::uuid
    on conflict (id) do nothing`.execute(db);
}

/** Whether a user deleted this notification after `since`, and it is still kept. */
export async function hasRemoved(db: Db, userId: string, id: string, since: string): Promise<boolean> {
  const { rows } = await sql`
    select from removed_notifications
    where id = ${id}::uuid and user_id = ${userId}::uuid and removed_at > ${since}::timestamptz
    union all
    select from notification_broadcast_marks
    where broadcast_id = ${id}::uuid and user_id = ${userId}::uuid and removed_at > ${since}::timestamptz`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Inserts a notification again that its user deleted after `since`, with a new version of the list. Returns false if
 * there is none, or if another one has its batch key.
 */
export async function restoreRemoved(
  db: Db,
  userId: string,
  id: string,
  { since, version }: { since: string; version: number },
): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      delete from removed_notifications where id = ${id}::uuid and user_id = ${userId}::uuid
        and removed_at > ${since}::timestamptz returning entry, actors),
    restored as (
      insert into notifications
      select (jsonb_populate_record(null::notifications,
        kept.entry || jsonb_build_object('version', ${version}::bigint))).* from kept
      on conflict do nothing returning id),
    with_actors as (
      insert into notification_actors
      select (jsonb_populate_record(null::notification_actors, actor)).*
      from kept, jsonb_array_elements(kept.actors) actor where exists (select from restored)),
    unmarked as (
      update notification_broadcast_marks set removed_at = null
      where broadcast_id = ${id}::uuid and user_id = ${userId}::uuid and removed_at > ${since}::timestamptz
        and is_broadcast_recipient(broadcast_id, user_id)
      returning broadcast_id)
    select id from restored union all select broadcast_id from unmarked`.execute(db);
  return rows.length > 0;
}

/** Deletes what was kept of notifications about a target, or about something under that post: of all types, or of these. */
export async function deleteRemovedAbout(
  db: Db,
  targetId: string,
  types: NotificationType[] | null = null,
  since: string | null = null,
): Promise<void> {
  await sql`delete from removed_notifications
    where (target_id = ${targetId}::uuid or post_id = ${targetId}::uuid)
      and (${types}::text[] is null or entry ->> 'type' = any(${types}::text[]))
      and (${since}::text is null or entry -> 'params' ->> 'since' = ${since}::text)`.execute(db);
}

interface OfActor {
  user_id: string;
  batch_key: string;
  actor_id: string;
}

/** What is kept unread of the notification with this batch key and actor. */
const keptUnreadOf = ({ user_id, batch_key, actor_id }: OfActor) =>
  sql`removed_notifications
    where user_id = ${user_id}::uuid and entry ->> 'batch_key' = ${batch_key} and entry -> 'read' = 'false'
      and actors @> jsonb_build_array(jsonb_build_object('user_id', ${actor_id}::uuid))`;

/** Whether an unread notification with this batch key and actor is kept. */
export async function hasRemovedOfActor(db: Db, of: OfActor): Promise<boolean> {
  return (await sql`select from ${keptUnreadOf(of)}`.execute(db)).rows.length > 0;
}

/** Deletes what is kept unread of the notification with this batch key and actor. */
export async function deleteRemovedOfActor(db: Db, of: OfActor): Promise<void> {
  await sql`delete from ${keptUnreadOf(of)}`.execute(db);
}

/** Changes what was kept of mentions in an edited message: of people whom it still mentions the preview, of others nothing is left. */
export async function changeRemovedMentions(
  db: Db,
  messageId: string,
  { mentioned, content_preview }: { mentioned: string[]; content_preview: string },
): Promise<void> {
  await sql`
    with changed as (
      update removed_notifications set entry = entry || jsonb_build_object('content_preview', ${content_preview}::text)
      where target_id = ${messageId}::uuid and user_id = any(${mentioned}::uuid[]))
    delete from removed_notifications
    where target_id = ${messageId}::uuid and user_id <> all(${mentioned}::uuid[])`.execute(db);
}

/** Deletes what was kept of a user's notifications from a space. */
export async function deleteRemovedFrom(db: Db, spaceId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('removed_notifications')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** Deletes what was kept until then. */
export async function deleteOldRemoved(db: Db, until: string): Promise<void> {
  await db.deleteFrom('removed_notifications').where('removed_at', '<', until).execute();
}
