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

const columns = ['id', 'endpoint', 'p256dh', 'auth'] as const;

/** Browsers of a user that get push notifications; the oldest ones are dropped. */
const maxSubscriptions = 10;

/** Stores the subscription of a browser. One that belonged to another account now belongs to this one. */
export async function upsertSubscription(
  db: Db,
  owner: { user_id: string; session_id: string },
  subscription: Omit<PushSubscription, 'id'>,
): Promise<void> {
  const values = { ...owner, ...subscription, is_active: true };
  await db
    .insertInto('push_subscriptions')
    .values({ id: newId(), ...values, created_at: nowIso() })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${owner.user_id}::uuid
      order by created_at desc, id desc offset ${maxSubscriptions})`.execute(db);
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

/** Returns the browsers of a user that take push notifications. */
export async function listSubscriptions(db: Db, userId: string): Promise<PushSubscription[]> {
  return await db
    .selectFrom('push_subscriptions')
    .select(columns)
    .where('user_id', '=', userId)
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
    .set(isAccepted ? { last_sent_at: nowIso() } : { is_active: false })
    .where('id', '=', id)
    .execute();
}

/** Returns the language of a user. */
export async function getLocale(db: Db, userId: string): Promise<string> {
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return locale;
}
