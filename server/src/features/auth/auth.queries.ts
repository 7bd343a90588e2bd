import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { prepareQuery } from '#server/platform/db/prepare-query.ts';
import { newId, newPersonId } from '#server/platform/ids.ts';
import { deleteOneTimeTokens } from './one-time-links/one-time-tokens.queries.ts';

const accountColumns = [
  'id',
  'full_name',
  'username',
  'avatar_url',
  'profile_url',
  'email',
  'email_verified',
  'first_name',
  'last_name',
  'bio',
  'role',
  'time_zone',
  'time_zone_automatic',
] as const;

const accountById = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('users').select(accountColumns).where('id', '=', id),
);

export async function getAccount(db: Db, userId: string) {
  const [account] = await accountById.run(db, { id: userId });
  if (!account) throw new Error('The account was deleted');
  return account;
}

const accountOfSession = prepareQuery((db, { sessionId }: { sessionId: string }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(accountColumns.map((column) => `u.${column}` as const))
    .select('s.expires_at')
    .where('s.id', '=', sessionId),
);

/** Returns the account of a session, and when the session expires; null if it was ended. */
export async function findAccountOfSession(db: Db, sessionId: string) {
  const [row] = await accountOfSession.run(db, { sessionId });
  if (!row) return null;
  const { expires_at, ...account } = row;
  return { expires_at, account };
}

/** Sets the URL of a user's avatar; null for none. */
export async function updateAvatar(db: Db, userId: string, url: string | null, now: string): Promise<void> {
  await db.updateTable('users').set({ avatar_url: url, updated_at: now }).where('id', '=', userId).execute();
}

/** Returns whether the database knows a time zone, which may be newer than its version. */
export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db);
  return rows.length > 0;
}

/**
 * Stores a user's time zone and whether it follows their browser. Without `automatic`, it is that of their browser, which
 * doesn't replace one that they chose.
 */
export async function updateTimeZone(
  db: Db,
  userId: string,
  { time_zone, automatic }: { time_zone: string; automatic: boolean | undefined },
): Promise<void> {
  const update = db.updateTable('users').where('id', '=', userId);
  await (automatic === undefined
    ? update.set({ time_zone }).where('time_zone_automatic', '=', true)
    : update.set({ time_zone, time_zone_automatic: automatic })
  ).execute();
}

/** Stores a user's locale. Writes nothing if it is that locale already. */
export async function updateLocale(db: Db, userId: string, locale: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ locale })
    .where('id', '=', userId)
    .where('locale', '<>', locale)
    .execute();
}

/** Returns which of `slug`, `slug-1`, `slug-2`, ... are usernames or profile URLs already. */
export async function listTakenUsernames(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select username as name from users where username = ${slug} or username like ${`${slug}-%`}
    union select profile_url from users where profile_url = ${slug} or profile_url like ${`${slug}-%`}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.name));
}

/** Inserts a user with their password. */
export async function insertAccount(
  db: Db,
  input: {
    user: {
      id: string;
      email: string;
      email_verified: boolean;
      first_name: string;
      last_name: string;
      full_name: string;
      username: string;
      profile_url: string;
      bio: string | null;
      locale: string;
    };
    account_id: string;
    password_hash: string;
    now: string;
  },
): Promise<void> {
  const { user, account_id, password_hash } = input;
  const times = { created_at: input.now, updated_at: input.now };
  await db
    .insertInto('users')
    .values({ ...user, ...times })
    .execute();
  await db
    .insertInto('accounts')
    .values({
      ...times,
      id: account_id,
      user_id: user.id,
      account_id: user.id,
      provider_id: 'credential',
      password: password_hash,
    })
    .execute();
}

export interface NewSessionRow {
  id: string;
  user_id: string;
  token_hash: string;
  expires_at: string;
  user_agent: string | null;
}

export async function insertSession(db: Db, session: NewSessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Returns the account of an address (in lower case) that logs in with a password, or null. */
export async function findPasswordAccount(db: Db, email: string) {
  const { rows } = await sql<{ user_id: string; email_verified: boolean; password_hash: string }>`
    select u.id as user_id, u.email_verified, a.password as password_hash
    from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential'
    where lower(u.email) = ${email} and a.password is not null`.execute(db);
  return rows[0] ?? null;
}

/**
 * Inserts a session if its user still has this password. A password that is being changed is waited for, so that no
 * session of the old one outlives the change. Returns whether the session was inserted.
 */
export async function insertPasswordSession(
  db: Db,
  session: NewSessionRow,
  passwordHash: string,
): Promise<boolean> {
  const { rows } = await sql`
    with person as materialized (select id from users where id = ${session.user_id}::uuid for key share),
      credential as materialized (
        select a.user_id from person p join accounts a on a.user_id = p.id
        where a.provider_id = 'credential' and a.password = ${passwordHash} for share of a)
    insert into sessions (id, user_id, token_hash, expires_at, user_agent)
    select ${session.id}::uuid, user_id, ${session.token_hash}, ${session.expires_at}::timestamptz,
      ${session.user_agent}
    from credential returning id`.execute(db);
  return rows.length > 0;
}

/** Returns the session of a token that was just created. */
export async function getNewSession(db: Db, tokenHash: string) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
}

/** Returns the user who logs in with this identity of a provider, or null. */
export async function findLinkedUserId(
  db: Db,
  link: { provider_id: string; account_id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('provider_id', '=', link.provider_id)
    .where('account_id', '=', link.account_id)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Returns the user with this email address (in lower case), locked until the transaction ends. */
export async function findUserByEmail(tx: Tx, email: string) {
  const { rows } = await sql<{ id: string; email_verified: boolean }>`
    select id, email_verified from users where lower(email) = ${email} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Links an identity of a provider to an account. */
export async function insertLink(
  tx: Tx,
  link: { provider_id: string; account_id: string; user_id: string },
): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ id: newId(), ...link })
    .execute();
}

/** Deletes every way to log in to an account: passwords, linked identities and open links. */
export async function deleteCredentials(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('user_id', '=', userId).execute();
  await deleteOneTimeTokens(tx, userId);
}

/** Sets the password of an account that may not have one. Invalidates open reset links. */
export async function upsertPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const now = sql<string>`now()`;
  await tx
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: userId,
      account_id: userId,
      provider_id: 'credential',
      password: passwordHash,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'account_id'])
        .doUpdateSet({ password: passwordHash, updated_at: now }),
    )
    .execute();
  await deleteOneTimeTokens(tx, userId, 'reset-password');
}

/**
 * Returns the account of an address (in lower case) for emails to it, its row locked until the transaction ends. Creating
 * or using a link locks the account before anything else.
 */
export async function lockRecipient(tx: Tx, email: string) {
  const { rows } = await sql<{
    user_id: string;
    email: string;
    full_name: string;
    email_verified: boolean;
    locale: string;
  }>`select id as user_id, email, full_name, email_verified, locale from users
    where lower(email) = ${email} for no key update`.execute(tx);
  return rows[0] ?? null;
}

interface PendingSignUp {
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string;
}

export async function insertPendingSignUp(tx: Tx, signUp: PendingSignUp & { id: string }): Promise<void> {
  await tx.insertInto('pending_sign_ups').values(signUp).execute();
}

export async function findPendingSignUp(db: Db, id: string): Promise<PendingSignUp | null> {
  const row = await db
    .selectFrom('pending_sign_ups')
    .select(['first_name', 'last_name', 'email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a pending sign-up. Returns whether it existed, so that only one of two job runs continues. */
export async function deletePendingSignUp(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('pending_sign_ups').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes sign-ups that weren't completed and are older than `before`. */
export async function deleteOldSignUps(db: Db, before: string): Promise<void> {
  await db.deleteFrom('pending_sign_ups').where('created_at', '<', before).execute();
}

export async function markEmailVerified(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified: true, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
}

/** Inserts a user with a verified address and no way to log in yet. Returns the id. */
export async function insertVerifiedUser(
  tx: Tx,
  person: {
    email: string;
    first_name: string;
    last_name: string;
    full_name: string;
    username: string;
    locale: string;
  },
): Promise<string> {
  const id = newPersonId();
  await tx
    .insertInto('users')
    .values({ id, ...person, profile_url: person.username, email_verified: true })
    .execute();
  return id;
}

/** Makes a member a creator when they create their first space; an admin stays an admin. */
export async function promoteToCreator(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ role: 'creator', updated_at: now })
    .where('id', '=', userId)
    .where('role', '=', 'member')
    .execute();
}
