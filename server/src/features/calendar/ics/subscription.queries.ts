import type { Db } from '#server/platform/db/database.ts';

export async function findTokenVersion(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_subscriptions')
    .select('token_version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.token_version ?? null;
}

/** Inserts a subscription; an existing one is kept unless `replace`. Returns the current token version. */
export async function upsertSubscription(
  db: Db,
  subscription: { user_id: string; token_version: string; token_hash: string; created_at: string },
  replace: boolean,
): Promise<string> {
  const { token_version, token_hash, created_at } = subscription;
  const row = await db
    .insertInto('calendar_subscriptions')
    .values(subscription)
    .onConflict((conflict) => {
      const target = conflict.column('user_id');
      return replace ? target.doUpdateSet({ token_version, token_hash, created_at }) : target.doNothing();
    })
    .returning('token_version')
    .executeTakeFirst();
  return row?.token_version ?? (await findTokenVersion(db, subscription.user_id)) ?? token_version;
}

export async function deleteSubscriptionRow(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_subscriptions').where('user_id', '=', userId).execute();
}

/** Returns the user with this subscription. */
export async function findSubscriptionOwner(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_subscriptions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
