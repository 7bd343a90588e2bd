import { createHash, createHmac } from 'node:crypto';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  deleteSubscriptionRow,
  findSubscriptionOwner,
  findTokenVersion,
  upsertSubscription,
} from './subscription.queries.ts';

interface SubscriptionLink {
  url: string;
  webcal_url: string;
}
type Person = Pick<Viewer, 'user_id'>;
type SessionOwner = Pick<Viewer, 'user_id' | 'session_id'>;

/** Path of a calendar subscription, followed by its secret token. */
export const subscriptionPath = '/calendar/feed/';

/**
 * Returns the secret token of a subscription. It is derived from the server's secret, so that the database alone
 * doesn't reveal it.
 */
function tokenOf({ secret }: Pick<Platform, 'secret'>, userId: string, token_version: string): string {
  return createHmac('sha256', secret).update(`calendar feed ${userId} ${token_version}`).digest('base64url');
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

function toLink(platform: Platform, userId: string, token_version: string): SubscriptionLink {
  const url = `${platform.publicUrl()}${subscriptionPath}${tokenOf(platform, userId, token_version)}.ics`;
  return { url, webcal_url: url.replace(/^https?:/, 'webcal:') };
}

/** Returns the user's calendar subscription link, or null. */
export async function findSubscriptionLink(
  platform: Platform,
  { user_id }: Person,
): Promise<SubscriptionLink | null> {
  const token_version = await findTokenVersion(platform.db, user_id);
  return token_version === null ? null : toLink(platform, user_id, token_version);
}

/** Creates a calendar subscription, or returns the existing link. */
export async function createSubscription(
  platform: Platform,
  person: SessionOwner,
): Promise<SubscriptionLink> {
  return await saveSubscription(platform, person, false);
}

/** Replaces the secret link; the previous one stops working. */
export async function resetSubscription(platform: Platform, person: SessionOwner): Promise<SubscriptionLink> {
  return await saveSubscription(platform, person, true);
}

async function saveSubscription(
  platform: Platform,
  { user_id, session_id }: SessionOwner,
  replace: boolean,
): Promise<SubscriptionLink> {
  const token_version = newId();
  const token_hash = hashOf(tokenOf(platform, user_id, token_version));
  const subscription = { user_id, token_version, token_hash, created_at: nowIso() };
  const current = await upsertSubscription(platform.db, session_id, subscription, replace);
  if (current === null) throw new AppError('authentication_required');
  return toLink(platform, user_id, current);
}

/** Deletes the user's calendar subscription. */
export async function deleteSubscription({ db }: Pick<Platform, 'db'>, { user_id }: Person): Promise<void> {
  await deleteSubscriptionRow(db, user_id);
}

/** Returns the user whose subscription has this token, or null. */
export async function findSubscriptionOwnerByToken(
  { db }: Pick<Platform, 'db'>,
  token: string,
): Promise<string | null> {
  return await findSubscriptionOwner(db, hashOf(token));
}
