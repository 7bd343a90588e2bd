import { sql } from 'kysely';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';

/** A browser that shows push notifications. */
export interface PushSubscription {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A browser of a user. */
export interface UserSubscription extends PushSubscription {
  user_id: string;
  /** When its push service is asked again after a failure; null if it works. */
  retry_at: string | null;
}

const columns = ['id', 'endpoint', 'p256dh', 'auth'] as const;
const working = { failures: 0, failing_since: null, retry_at: null };

/** Browsers of a user that get push notifications; those that subscribed the longest time ago are dropped. */
const maxSubscriptions = 10;

/**
 * Stores the subscription of a browser. One that belonged to another account now belongs to this one if its keys are the same: only
 * the browser itself knows them, while others may know its address. Returns false if they aren't.
 */
export async function upsertSubscription(
  db: Db,
  owner: { user_id: string; session_id: string },
  subscription: Omit<PushSubscription, 'id'>,
): Promise<boolean> {
  const values = { ...owner, ...subscription, ...working, is_active: true, subscribed_at: nowIso() };
  const stored = await db
    .insertInto('push_subscriptions')
    .values({ id: newId(), ...values })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet(values)
        .where(({ eb, and, or }) =>
          or([
            eb('push_subscriptions.user_id', '=', owner.user_id),
            and([
              eb('push_subscriptions.p256dh', '=', subscription.p256dh),
              eb('push_subscriptions.auth', '=', subscription.auth),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!stored) return false;
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${owner.user_id}::uuid
      order by endpoint = ${subscription.endpoint} desc, subscribed_at desc, id desc offset ${maxSubscriptions})`.execute(
    db,
  );
  return true;
}

/** Deletes a user's subscription. Does nothing if there is none. */
export async function deleteSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

export async function findSubscription(
  db: Db,
  userId: string,
  endpoint: string,
): Promise<PushSubscription | undefined> {
  return await db
    .selectFrom('push_subscriptions')
    .select(columns)
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
}

/** Returns the browsers of users that take push notifications. */
export async function listSubscriptions(db: Db, userIds: readonly string[]): Promise<UserSubscription[]> {
  return await db
    .selectFrom('push_subscriptions')
    .select([...columns, 'user_id', 'retry_at'])
    .where('user_id', 'in', userIds)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
}

/** Deletes a subscription that its push service doesn't know anymore. */
export async function deleteGone(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Records whether a push service took a notification. One that refuses it gets no more until the browser subscribes again. */
export async function recordPush(db: Db, id: string, isAccepted: boolean): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(isAccepted ? { ...working, last_sent_at: nowIso() } : { is_active: false })
    .where('id', '=', id)
    .execute();
}

/**
 * Records that a push service failed. Returns when to ask it again: after a minute, then twice as long, up to an hour; null
 * once it has failed for a day, after which the browser gets no more until it subscribes again. Failures at the same time count
 * once.
 */
export async function recordFailure(db: Db, id: string): Promise<string | null> {
  const at = sql`${nowIso()}::timestamptz`;
  const { rows } = await sql<{ retry_at: string | null }>`
    update push_subscriptions set failures = failures + 1, failing_since = coalesce(failing_since, ${at}),
      retry_at = ${at} + least(interval '1 minute' * 2 ^ least(failures, 6), interval '1 hour'),
      is_active = is_active and coalesce(failing_since, ${at}) > ${at} - interval '1 day'
    where id = ${id}::uuid and coalesce(retry_at <= ${at}, true)
    returning case when is_active then retry_at end as retry_at`.execute(db);
  if (rows[0]) return rows[0].retry_at;
  const recorded = await db
    .selectFrom('push_subscriptions')
    .select('retry_at')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return recorded?.retry_at ?? null;
}

/** Returns the slug of a post; null if it was deleted, or is the discussion of a page of a course. */
export async function findPostSlug(db: Db, id: string): Promise<string | null> {
  const post = await db
    .selectFrom('posts')
    .select('slug')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('post_type', '<>', 'course_page')
    .executeTakeFirst();
  return post?.slug ?? null;
}

/** Returns the language and the time zone of a user. */
export async function getReader(db: Db, userId: string): Promise<{ locale: string; time_zone: string }> {
  return await db
    .selectFrom('users')
    .select(['locale', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
