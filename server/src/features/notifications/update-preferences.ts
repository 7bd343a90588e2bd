import type { z } from 'zod';
import {
  type NotificationType,
  type TypePreference,
  typePreferences,
  typesWhere,
} from '#contract/features/notifications/notification-types.ts';
import type {
  NotificationPreferences,
  shownPreferences,
} from '#contract/features/notifications/notifications.ts';
import { t } from '#contract/i18n/translate.ts';
import { roleNeeded, type SpaceContext } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { deleteUnsubscribes, listUnsubscribedTypes } from './email/email.queries.ts';
import { getEffectivePreferences, upsertSpacePreferences } from './notifications.queries.ts';

type SpacePreferences = z.output<typeof shownPreferences>;

const isModeratorsOnly = (name: string) =>
  Object.hasOwn(typePreferences, name) && typePreferences[name as TypePreference].moderators_only;

/** Returns the types whose emails a preference turns back on; `email_enabled` those without a preference of their own. */
const typesOf = (name: keyof NotificationPreferences): NotificationType[] =>
  typesWhere(({ preference }) => preference === (name === 'email_enabled' ? null : name));

/** Returns the preferences that apply to this viewer: some types are only for moderators. */
export function toShownPreferences(
  preferences: NotificationPreferences,
  isModerator: boolean,
): SpacePreferences {
  const shown = Object.entries(preferences).filter(([name]) => isModerator || !isModeratorsOnly(name));
  return Object.fromEntries(shown) as SpacePreferences;
}

/**
 * Changes a user's notification preferences in a space. The first change creates the space's row from the preferences
 * that applied until then. Turning a type on also undoes an unsubscribe link for its emails.
 * @throws AppError `not_allowed` if a plain member changes a preference for moderators
 */
export async function updateSpacePreferences(
  db: Database,
  userId: string,
  { space_id: spaceId, permissions }: Pick<SpaceContext, 'space_id' | 'permissions'>,
  changes: { [K in keyof NotificationPreferences]?: boolean | undefined },
): Promise<{ preferences: SpacePreferences; unsubscribed_types: NotificationType[] }> {
  const isModerator = permissions.canEditSpace;
  const isRefused = Object.entries(changes).some(
    ([name, value]) => value !== undefined && !isModerator && isModeratorsOnly(name),
  );
  if (isRefused) {
    throw new AppError('not_allowed', null, { message: t(roleNeeded['space-editor']) });
  }
  return await db.transaction().execute(async (tx) => {
    const next = await getEffectivePreferences(tx, userId, spaceId);
    const requested: NotificationType[] = [];
    for (const key of Object.keys(next) as (keyof NotificationPreferences)[]) {
      next[key] = changes[key] ?? next[key];
      if (changes[key]) requested.push(...typesOf(key));
    }
    await upsertSpacePreferences(tx, userId, spaceId, next, nowIso());
    await deleteUnsubscribes(tx, userId, spaceId, requested);
    const preferences = toShownPreferences(next, isModerator);
    return { preferences, unsubscribed_types: await listUnsubscribedTypes(tx, userId, spaceId) };
  });
}
