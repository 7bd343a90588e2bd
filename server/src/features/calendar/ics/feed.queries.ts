import type { Db } from '#server/platform/db/database.ts';

export async function selectFeedGeneration(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('generation')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.generation ?? null;
}

/** Gives a person a feed; one that has one already keeps it unless `replace`. Answers the generation that stands. */
export async function upsertFeed(
  db: Db,
  feed: { user_id: string; generation: string; token_hash: string; created_at: string },
  replace: boolean,
): Promise<string> {
  const { generation, token_hash, created_at } = feed;
  const written = await db
    .insertInto('calendar_feeds')
    .values(feed)
    .onConflict((conflict) => {
      const known = conflict.column('user_id');
      return replace ? known.doUpdateSet({ generation, token_hash, created_at }) : known.doNothing();
    })
    .returning('generation')
    .executeTakeFirst();
  return written?.generation ?? (await selectFeedGeneration(db, feed.user_id)) ?? generation;
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
}

/** Whose feed this is. */
export async function selectFeedOwner(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
