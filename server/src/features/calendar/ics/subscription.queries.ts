import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export async function findTokenVersion(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_subscriptions')
    .select('token_version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.token_version ?? null;
}

/**
 * Inserts a subscription; an existing one is kept unless `replace`. Returns the current token version, or null if the
 * session has ended. The session is locked: when the account is secured meanwhile, the subscription is deleted after it
 * was inserted, or isn't inserted.
 */
export async function upsertSubscription(
  db: Db,
  sessionId: string,
  subscription: { user_id: string; token_version: string; token_hash: string; created_at: string },
  replace: boolean,
): Promise<string | null> {
  const { user_id, token_version, token_hash, created_at } = subscription;
  const replaced = sql`token_version = excluded.token_version, token_hash = excluded.token_hash,
    created_at = excluded.created_at`;
  // The account is locked before the session, as by a password reset.
  const { rows } = await sql<{ token_version: string }>`
    insert into calendar_subscriptions (user_id, token_version, token_hash, created_at)
    select s.user_id, ${token_version}::uuid, ${token_hash}, ${created_at}::timestamptz
      from sessions s where s.id = ${sessionId}
        and s.user_id = (select u.id from users u where u.id = ${user_id}::uuid for key share) for key share
    on conflict (user_id) do update set ${replace ? replaced : sql`user_id = excluded.user_id`}
    returning token_version`.execute(db);
  return rows[0]?.token_version ?? null;
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
