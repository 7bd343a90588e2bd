import { sameQuietTimes } from '#contract/features/notifications/choices.ts';
import {
  type NotificationType,
  type OwnEmailType,
  ownEmailTypes,
  type TypePreference,
  typePreferences,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import {
  type GeneralPreferences,
  type PreferenceChanges,
  type PreferenceName,
  type ShownPreferences,
  type SpacePreferenceChanges,
  type SpacePreferences,
  type SpacePreferenceValues,
  spacePreferenceNames,
} from '#contract/features/notifications/preferences.ts';
import { t } from '#contract/i18n/translate.ts';
import { roleNeeded, type SpaceContext } from '#server/platform/access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { bringForward } from '../delivery/deliveries.queries.ts';
import { deleteUnsubscribes, listUnsubscribedKinds } from '../email/email.queries.ts';
import type { EmailKind } from '../email/unsubscribe-token.ts';
import { findMute } from './mutes.queries.ts';
import {
  deleteSpacePreferences,
  getEffectivePreferences,
  getGeneralPreferences,
  isQuietTime,
  lockPreferences,
  quietTimes,
  type StoredSpacePreferences,
  upsertGeneralPreferences,
  upsertSpacePreferences,
} from './preferences.queries.ts';

type Db = Parameters<typeof getEffectivePreferences>[0];
/** The space of a request, and what its viewer may do there. */
type Scope = Pick<SpaceContext, 'space_id' | 'permissions'>;

const isModeratorsOnly = (name: string) =>
  Object.hasOwn(typePreferences, name) && typePreferences[name as TypePreference].moderators_only;

/** Returns the types whose emails a preference turns back on; `email_enabled` those without a preference of their own. */
const typesOf = (name: PreferenceName): NotificationType[] =>
  typesWhere(({ preference }) => preference === (name === 'email_enabled' ? null : name));

const isType = (kind: EmailKind): kind is OwnEmailType => (ownEmailTypes as EmailKind[]).includes(kind);

/** Returns the preferences that apply to this viewer: some types are only for moderators. */
function toShown(preferences: SpacePreferenceValues, isModerator: boolean): ShownPreferences {
  const shown = Object.entries(preferences).filter(([name]) => isModerator || !isModeratorsOnly(name));
  return Object.fromEntries(shown) as ShownPreferences;
}

/**
 * Returns preferences with changes. Missing fields stay as they are.
 * @throws AppError `invalid_input` if quiet hours would start and end at the same time
 */
function withChanges<Values extends SpacePreferenceValues>(
  preferences: Values,
  changes: PreferenceChanges,
): Values {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = { ...preferences, ...Object.fromEntries(given) };
  if (changed.quiet_hours_start === changed.quiet_hours_end) {
    const message = t(sameQuietTimes);
    const path = changes.quiet_hours_end === undefined ? 'quiet_hours_start' : 'quiet_hours_end';
    throw new AppError('invalid_input', { issues: [{ path, message }] }, { message });
  }
  return changed;
}

/** Returns what a space stores of changes: only what differs from the general preferences. */
function toStored(
  changed: SpacePreferenceValues,
  general: SpacePreferenceValues,
  changes: SpacePreferenceChanges,
): Partial<StoredSpacePreferences> {
  const isTimeChanged = quietTimes.some((name) => changes[name] !== undefined);
  const names = spacePreferenceNames.filter((name) =>
    isQuietTime(name) ? isTimeChanged : changes[name] !== undefined,
  );
  // One of the two times alone would be combined with a general one that may change.
  const hasTimes = quietTimes.some((name) => changed[name] !== general[name]);
  const differs = (name: keyof SpacePreferenceValues) =>
    isQuietTime(name) ? hasTimes : changed[name] !== general[name];
  return Object.fromEntries(names.map((name) => [name, differs(name) ? changed[name] : null]));
}

/** The frequencies that an unsubscribe link sets to never, by the kind of its emails. */
const frequencyOf = {
  notifications: 'notifications_email_frequency',
  digest: 'digest_email_frequency',
} as const satisfies Partial<Record<EmailKind, keyof SpacePreferenceValues>>;

/** Returns a user's preferences in a space as they see them. */
export async function getSpacePreferences(
  db: Db,
  userId: string,
  { space_id, permissions }: Scope,
): Promise<SpacePreferences> {
  const { preferences, customized_names } = await getEffectivePreferences(db, userId, space_id);
  const unsubscribed = await listUnsubscribedKinds(db, userId, space_id);
  const ended = Object.entries(frequencyOf).flatMap(([kind, name]) =>
    unsubscribed.includes(kind as EmailKind) ? [[name, 'never']] : [],
  );
  const never: Partial<SpacePreferenceValues> = Object.fromEntries(ended);
  const shown = toShown({ ...preferences, ...never }, permissions.canEditSpace);
  const customized = spacePreferenceNames.filter(
    (name) => name in shown && (name in never || customized_names.includes(name)),
  );
  return {
    preferences: shown,
    is_customized: customized.length > 0,
    customized_names: customized,
    unsubscribed_types: unsubscribed.filter(isType),
    mute: await findMute(db, userId, space_id),
  };
}

/**
 * Changes a user's notification preferences in a space. What then equals their general preferences follows those from then on.
 * Turning a type on, or choosing how often emails are sent, also undoes an unsubscribe link.
 * @throws AppError `not_allowed` if a plain member changes a preference for moderators, `invalid_input` if quiet hours would start
 * and end at the same time
 */
export async function updateSpacePreferences(
  db: Database,
  userId: string,
  scope: Scope,
  changes: SpacePreferenceChanges,
): Promise<SpacePreferences> {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (!scope.permissions.canEditSpace && changed.some(([name]) => isModeratorsOnly(name))) {
    throw new AppError('not_allowed', null, { message: t(roleNeeded['space-editor']) });
  }
  return await db.transaction().execute(async (tx) => {
    await lockPreferences(tx, userId);
    const { preferences } = await getEffectivePreferences(tx, userId, scope.space_id);
    const { preferences: general } = await getGeneralPreferences(tx, userId);
    const stored = toStored(withChanges(preferences, changes), general, changes);
    await upsertSpacePreferences(tx, userId, scope.space_id, stored);
    const requested = changed.flatMap(([name, value]) =>
      value === true ? typesOf(name as PreferenceName) : [],
    );
    const { notifications_email_frequency: frequency } = changes;
    const isChosen = (chosen: string | undefined) => chosen !== undefined && chosen !== 'never';
    await deleteUnsubscribes(tx, userId, scope.space_id, [
      ...requested,
      ...(isChosen(frequency) ? (['notifications'] as const) : []),
      ...(isChosen(changes.digest_email_frequency) ? (['digest'] as const) : []),
    ]);
    if (frequency !== undefined) await bringForward(tx, userId);
    return await getSpacePreferences(tx, userId, scope);
  });
}

/** Deletes a user's preferences for a space, so that their general ones apply. */
export async function resetSpacePreferences(
  db: Database,
  userId: string,
  scope: Scope,
): Promise<SpacePreferences> {
  return await db.transaction().execute(async (tx) => {
    await lockPreferences(tx, userId);
    await deleteSpacePreferences(tx, userId, scope.space_id);
    await deleteUnsubscribes(tx, userId, scope.space_id, ['notifications', 'digest']);
    await bringForward(tx, userId);
    return await getSpacePreferences(tx, userId, scope);
  });
}

/** Returns a user's general preferences. Those for moderators are included if they are one in any space. */
export async function getShownGeneralPreferences(db: Db, userId: string): Promise<GeneralPreferences> {
  const { preferences, is_moderator, is_unsubscribed } = await getGeneralPreferences(db, userId);
  return {
    preferences: toShown(preferences, is_moderator),
    is_unsubscribed_from_messages: is_unsubscribed,
  };
}

/**
 * Changes a user's general preferences. Spaces follow except in what was chosen for them. Turning messages or emails on
 * also undoes an unsubscribe link for emails about messages.
 * @throws AppError `invalid_input` if quiet hours would start and end at the same time
 */
export async function updateGeneralPreferences(
  db: Database,
  userId: string,
  changes: PreferenceChanges,
): Promise<GeneralPreferences> {
  return await db.transaction().execute(async (tx) => {
    await lockPreferences(tx, userId);
    const { preferences } = await getGeneralPreferences(tx, userId);
    await upsertGeneralPreferences(tx, userId, withChanges(preferences, changes));
    if (changes.messages || changes.email_enabled)
      await deleteUnsubscribes(tx, userId, null, ['conversations']);
    if (changes.notifications_email_frequency !== undefined) await bringForward(tx, userId);
    return await getShownGeneralPreferences(tx, userId);
  });
}
