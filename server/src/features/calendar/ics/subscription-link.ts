import { createHash, createHmac } from 'node:crypto';
import { nowIso } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteFeed, findSubscriptionOwner, findTokenVersion, upsertFeed } from './subscription.queries.ts';

interface FeedLink {
  url: string;
  webcal_url: string;
}
type Person = { user_id: string };

/** The path of a member's feed, before its secret. */
export const feedPath = '/calendar/feed/';

/** The secret of a feed: made of the server's own, so that the database alone does not give it away. */
function tokenOf({ secret }: Pick<Platform, 'secret'>, userId: string, token_version: string): string {
  return createHmac('sha256', secret).update(`calendar feed ${userId} ${token_version}`).digest('base64url');
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

function toLink(platform: Platform, userId: string, token_version: string): FeedLink {
  const url = `${platform.publicUrl()}${feedPath}${tokenOf(platform, userId, token_version)}.ics`;
  return { url, webcal_url: url.replace(/^https?:/, 'webcal:') };
}

/** The address of somebody's feed; null when they have none. */
export async function feedLinkOf(platform: Platform, { user_id }: Person): Promise<FeedLink | null> {
  const token_version = await findTokenVersion(platform.db, user_id);
  return token_version === null ? null : toLink(platform, user_id, token_version);
}

/** Gives somebody a feed, or answers the one they have. */
export async function startFeed(platform: Platform, person: Person): Promise<FeedLink> {
  return await writeFeed(platform, person, false);
}

/** Gives somebody another secret address; the one until now leads nowhere. */
export async function resetFeed(platform: Platform, person: Person): Promise<FeedLink> {
  return await writeFeed(platform, person, true);
}

async function writeFeed(platform: Platform, { user_id }: Person, replace: boolean): Promise<FeedLink> {
  const token_version = newId();
  const token_hash = hashOf(tokenOf(platform, user_id, token_version));
  const feed = { user_id, token_version, token_hash, created_at: nowIso() };
  return toLink(platform, user_id, await upsertFeed(platform.db, feed, replace));
}

/** Ends somebody's feed. */
export async function removeFeed({ db }: Pick<Platform, 'db'>, { user_id }: Person): Promise<void> {
  await deleteFeed(db, user_id);
}

/** Whose feed a secret opens; null when it opens none. */
export async function findFeedOwner({ db }: Pick<Platform, 'db'>, token: string): Promise<string | null> {
  return await findSubscriptionOwner(db, hashOf(token));
}
