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
/** When quiet hours start and end. A space has both or neither. */
export const quietTimes = ['quiet_hours_start', 'quiet_hours_end'] as const;
export const isQuietTime = (name: PreferenceName): boolean =>
  (quietTimes as readonly PreferenceName[]).includes(name);

/** The columns of preferences `e`, or the defaults where nothing was chosen. Times of day are texts: `22:00`. */
const preferenceColumns = (shown: readonly PreferenceName[]) =>
  sql.join(
    shown.map((name) => {
      const column = sql.ref(`e.${name}`);
      const value = isQuietTime(name) ? sql`to_char(${column}, 'HH24:MI')` : column;
      return sql`coalesce(${value}, ${sql.lit(preferenceDefaults[name])}) as ${sql.ref(name)}`;
    }),
  );

/**
 * Returns the preferences that apply to a user in a space, each the one for the space, otherwise the general one, otherwise
 * the default; and which of them are for the space.
 */
export async function getEffectivePreferences(
  db: Db,
  userId: string,
  spaceId: string,
): Promise<{ preferences: SpacePreferenceValues; customized_names: (keyof SpacePreferenceValues)[] }> {
  const customized = spacePreferenceNames.map(
    (name) => sql`case when s.${sql.ref(name)} is not null then ${sql.lit(name)} end`,
  );
  const { rows } = await sql<
    SpacePreferenceValues & { customized_names: (keyof SpacePreferenceValues)[] }
  >`select ${preferenceColumns(spacePreferenceNames)},
      array_remove(array[${sql.join(customized)}], null) as customized_names
    from effective_preferences(${userId}::uuid, ${spaceId}::uuid) e
    left join space_notification_preferences s on s.user_id = e.user_id and s.space_id = ${spaceId}::uuid`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('The preferences query returned no row');
  const { customized_names, ...preferences } = row;
  return { preferences, customized_names };
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
    select ${preferenceColumns(names)}, exists (select from space_members m where m.user_id = e.user_id
      and m.status = 'active' and m.role in ('owner', 'admin')) as is_moderator,
      exists (select from email_unsubscribes r where r.user_id = e.user_id and r.space_id is null
        and r.type = 'conversations') as is_unsubscribed
    from effective_preferences(${userId}::uuid, null) e`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The preferences query returned no row');
  const { is_moderator, is_unsubscribed, ...preferences } = row;
  return { preferences, is_moderator, is_unsubscribed };
}

/** What a space stores of a user's preferences: null is what they have chosen in general. */
export type StoredSpacePreferences = {
  [Name in keyof SpacePreferenceValues]: SpacePreferenceValues[Name] | null;
};

/** Stores preferences of a user for a space. Missing ones stay as they are. */
export async function upsertSpacePreferences(
  db: Db,
  userId: string,
  spaceId: string,
  preferences: Partial<StoredSpacePreferences>,
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
