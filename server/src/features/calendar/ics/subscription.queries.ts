import type { Db } from '#server/platform/db/database.ts';

export async function findTokenVersion(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_subscriptions')
    .select('token_version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.token_version ?? null;
}

/** Gives a person a feed; one that has one already keeps it unless `replace`. Answers the token_version that stands. */
export async function upsertFeed(
  db: Db,
  feed: { user_id: string; token_version: string; token_hash: string; created_at: string },
  replace: boolean,
): Promise<string> {
  const { token_version, token_hash, created_at } = feed;
  const written = await db
    .insertInto('calendar_subscriptions')
    .values(feed)
    .onConflict((conflict) => {
      const known = conflict.column('user_id');
      return replace ? known.doUpdateSet({ token_version, token_hash, created_at }) : known.doNothing();
    })
    .returning('token_version')
    .executeTakeFirst();
  return written?.token_version ?? (await findTokenVersion(db, feed.user_id)) ?? token_version;
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_subscriptions').where('user_id', '=', userId).execute();
}

/** Whose feed this is. */
export async function findSubscriptionOwner(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_subscriptions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
