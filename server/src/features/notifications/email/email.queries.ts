import { sql } from 'kysely';
import {
  declarationOf,
  type NotificationType,
  type OwnEmailType,
  typePreferences,
} from '#contract/features/notifications/notification-types.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { EmailKind, UnsubscribeScope } from './unsubscribe-token.ts';

/** A user who gets a notification email. */
export interface EmailRecipient {
  id: string;
  email: string;
  full_name: string;
  email_verified: boolean;
  locale: string;
  time_zone: string;
}

const isMember = sql`(exists (select from space_members m
    where m.space_id = s.id and m.user_id = u.id and m.status = 'active') or s.owner_id = u.id)`;

/** Who can get emails of a type and wants them: user `u` in space `s`. */
function wantsEmail(type: NotificationType) {
  const { recipients, preference } = declarationOf(type);
  const isDefault = preference === null || typePreferences[preference].default;
  const canReceive = recipients === 'anyone' ? sql`true` : isMember;
  return sql`${canReceive} and wants_email(u.id, s.id, ${type}, ${preference}, ${isDefault})`;
}

/** With `confirmed_only`, no one whose address isn't confirmed gets an email. */
const hasUsableAddress = ({ confirmed_only }: { confirmed_only: boolean }) =>
  confirmed_only ? sql`u.email_verified` : sql`true`;

/** Lists the given users who are still members and want emails of this type from this space. */
export async function listEmailRecipients(
  db: Db,
  input: { space_id: string; type: NotificationType; user_ids: string[]; confirmed_only: boolean },
): Promise<EmailRecipient[]> {
  const { rows } = await sql<EmailRecipient>`
    select u.id, u.email, u.full_name, u.email_verified, u.locale, u.time_zone from users u join spaces s on s.id = ${input.space_id}::uuid
    where u.id = any(${input.user_ids}::uuid[]) and ${wantsEmail(input.type)}
      and ${hasUsableAddress(input)}
    order by u.id`.execute(db);
  return rows;
}

/** The notification that an email belongs to. */
export interface EmailedNotification extends UnsubscribeScope {
  space_id: string;
  type: OwnEmailType;
  target_id: string;
  params: object;
  /** The address the email goes to. */
  email: string;
}

/**
 * Returns whether an email should still be sent: the user is a member and wants it, the address is still theirs, and
 * the notification is still in their list, unread and with the same params. In quiet hours, returns when they end.
 */
export async function isStillWanted(
  db: Db,
  notification: EmailedNotification,
  options: { confirmed_only: boolean },
): Promise<boolean | { hold_until: string }> {
  const { rows } = await sql<{ hold_until: string | null }>`
    select w.quiet_until as hold_until from users u join spaces s on s.id = ${notification.space_id}::uuid
    cross join lateral delivery_preferences(u.id, s.id, ${nowIso()}::timestamptz) w
    where u.id = ${notification.user_id}::uuid and u.email = ${notification.email} and ${wantsEmail(notification.type)}
      and ${hasUsableAddress(options)}
      and exists (select from notifications n where n.user_id = u.id and n.space_id = s.id
        and n.type = ${notification.type} and n.target_id = ${notification.target_id}::uuid and n.params = ${JSON.stringify(notification.params)}::jsonb and not n.read)`.execute(
    db,
  );
  const [row] = rows;
  return row?.hold_until ? { hold_until: row.hold_until } : row !== undefined;
}

/**
 * Returns the space's name (null for conversations) and whether the user has unsubscribed; null if the user or the space doesn't
 * exist.
 */
export async function findUnsubscribe(
  db: Db,
  { user_id, space_id, type }: UnsubscribeScope,
): Promise<{ space_name: string | null; is_unsubscribed: boolean } | null> {
  const { rows } = await sql<{ space_name: string | null; is_unsubscribed: boolean }>`
    select s.name as space_name, exists (select from email_unsubscribes r
      where r.user_id = u.id and r.space_id is not distinct from s.id and r.type = ${type}) as is_unsubscribed
    from users u left join spaces s on s.id = ${space_id}::uuid
    where u.id = ${user_id}::uuid and (${space_id}::uuid is null or s.id is not null)`.execute(db);
  return rows[0] ?? null;
}

/** Returns the kinds of email from a space that a user has unsubscribed from. */
export async function listUnsubscribedKinds(db: Db, userId: string, spaceId: string): Promise<EmailKind[]> {
  const rows = await db
    .selectFrom('email_unsubscribes')
    .select('type')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .orderBy('type')
    .execute();
  return rows.map(({ type }) => type as EmailKind);
}

/** Unsubscribes a user from one kind of email. Does nothing if they already are. */
export async function insertUnsubscribe(db: Db, kind: UnsubscribeScope): Promise<void> {
  await db
    .insertInto('email_unsubscribes')
    .values({ ...kind, created_at: nowIso() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Resubscribes a user to emails of these kinds. */
export async function deleteUnsubscribes(
  db: Db,
  userId: string,
  spaceId: string | null,
  types: readonly (NotificationType | EmailKind)[],
): Promise<void> {
  if (types.length === 0) return;
  await db
    .deleteFrom('email_unsubscribes')
    .where('user_id', '=', userId)
    .where('space_id', spaceId === null ? 'is' : '=', spaceId)
    .where('type', 'in', types)
    .execute();
}
