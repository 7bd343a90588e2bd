import { sql } from 'kysely';
import {
  type NotificationPreferences,
  type PreferenceName,
  preferenceDefaults,
  type SpacePreferenceValues,
  spacePreferenceNames,
} from '#contract/features/notifications/preferences.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';

const names = Object.keys(preferenceDefaults) as PreferenceName[];
const times: readonly PreferenceName[] = ['quiet_hours_start', 'quiet_hours_end'];

/** The columns of a row of preferences, or the defaults where there is no row. Times of day are texts: `22:00`. */
function preferenceColumns(shown: readonly PreferenceName[], rows: readonly string[]) {
  return sql.join(
    shown.map((name) => {
      const values = rows.map((row) => {
        const column = sql.ref(`${row}.${name}`);
        return times.includes(name) ? sql`to_char(${column}, 'HH24:MI')` : column;
      });
      return sql`coalesce(${sql.join([...values, sql.lit(preferenceDefaults[name])])}) as ${sql.ref(name)}`;
    }),
  );
}

/**
 * Returns the preferences that apply to a user in a space: those for the space, otherwise their general ones,
 * otherwise the defaults.
 */
export async function getEffectivePreferences(
  db: Db,
  userId: string,
  spaceId: string,
): Promise<{ preferences: SpacePreferenceValues; is_customized: boolean }> {
  const { rows } = await sql<SpacePreferenceValues & { is_customized: boolean }>`
    select ${preferenceColumns(spacePreferenceNames, ['p', 'g'])}, p.user_id is not null as is_customized
    from (select ${userId}::uuid as user_id) viewer
    left join space_notification_preferences p on p.user_id = viewer.user_id and p.space_id = ${spaceId}::uuid
    left join notification_preferences g on g.user_id = viewer.user_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The preferences query returned no row');
  const { is_customized, ...preferences } = row;
  return { preferences, is_customized };
}

/**
 * Returns a user's general preferences, whether they are a moderator of any space, and whether they have unsubscribed from emails
 * about messages.
 */
export async function getGeneralPreferences(
  db: Db,
  userId: string,
): Promise<{ preferences: NotificationPreferences; is_moderator: boolean; is_unsubscribed: boolean }> {
  const { rows } = await sql<NotificationPreferences & { is_moderator: boolean; is_unsubscribed: boolean }>`
    select ${preferenceColumns(names, ['g'])}, exists (select from space_members m where m.user_id = viewer.user_id
      and m.status = 'active' and m.role in ('owner', 'admin')) as is_moderator,
      exists (select from email_unsubscribes r where r.user_id = viewer.user_id and r.space_id is null
        and r.type = 'conversations') as is_unsubscribed
    from (select ${userId}::uuid as user_id) viewer
    left join notification_preferences g on g.user_id = viewer.user_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The preferences query returned no row');
  const { is_moderator, is_unsubscribed, ...preferences } = row;
  return { preferences, is_moderator, is_unsubscribed };
}

export async function upsertSpacePreferences(
  db: Db,
  userId: string,
  spaceId: string,
  preferences: SpacePreferenceValues,
): Promise<void> {
  const values = { ...preferences, updated_at: nowIso() };
  await db
    .insertInto('space_notification_preferences')
    .values({ user_id: userId, space_id: spaceId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'space_id']).doUpdateSet(values))
    .execute();
}

export async function upsertGeneralPreferences(
  db: Db,
  userId: string,
  preferences: NotificationPreferences,
): Promise<void> {
  const values = { ...preferences, updated_at: nowIso() };
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Deletes a user's preferences for a space. Does nothing if there are none. */
export async function deleteSpacePreferences(db: Db, userId: string, spaceId: string): Promise<void> {
  await db
    .deleteFrom('space_notification_preferences')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** Takes a lock on a user's preferences until the transaction ends, so that two changes at once don't undo each other. */
export async function lockPreferences(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notification_preferences ' || ${userId}, 0))`.execute(
    db,
  );
}
