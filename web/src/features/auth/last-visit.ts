import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

/** How long a visited path can be restored, in milliseconds. */
export const lastPathTtl = 24 * 60 * 60_000;
/** After a path was restored, how long none is restored again, in milliseconds. Prevents redirect loops. */
export const restorationLock = 10_000;

/** The last space a user visited, stored in their browser with the user's id. */
interface LastSpace
  extends Pick<
    SpaceSummary,
    'id' | 'name' | 'subdomain' | 'description' | 'icon_image' | 'cover_image' | 'is_private'
  > {
  user_id: string;
  timestamp: number;
}
interface LastPath {
  user_id: string;
  path: string;
  timestamp: number;
  restored_at?: number;
}
const lastSpaceName = 'last-space';
const lastPathName = 'last-path';
const wantsDiscoverName = 'wants-discover';
const afterConfirmationName = 'after-confirmation';
/** How long the page that someone wanted when signing up is kept until they confirm their email address, in milliseconds. */
export const confirmationTtl = 60 * 60_000;

/** First path segments that are never restored: signing in, creating, redirects and troubleshooting. */
const transientSegments = new Set(
  `login signup forgot-password reset-password confirm-email auth app smart-landing create create-space onboarding
   debug storage-debug fix discover messages`.split(/\s+/),
);

/** Whether a path can be restored later. */
export function isRestorablePath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[?#]|\/(redirect|temp|loading)/.test(path)) return false;
  const [first = '', second] = path.split('/').slice(1);
  if (first.length < 2 || transientSegments.has(first)) return false;
  return second !== 'debug';
}

export function rememberSpace(userId: string, space: SpaceSummary, now = Date.now()): void {
  const { id, name, subdomain, description, icon_image, cover_image, is_private } = space;
  const last = { id, name, subdomain, description, icon_image, cover_image, is_private };
  writeLocal(lastSpaceName, { ...last, user_id: userId, timestamp: now } satisfies LastSpace);
}

/** The feed path of the space that this user last visited in this browser. */
export function readLastSpacePath(userId: string | undefined): string | undefined {
  const last = readLocal<LastSpace>(lastSpaceName);
  return last && last.user_id === userId ? `/${encodeURIComponent(last.subdomain)}/space` : undefined;
}

/** Stores the user's current path, without query and fragment. */
export function rememberPath(userId: string, path: string, now = Date.now()): void {
  if (!isRestorablePath(path)) return;
  const restored_at = readLocal<LastPath>(lastPathName)?.restored_at;
  writeLocal(lastPathName, { user_id: userId, path, timestamp: now, restored_at } satisfies LastPath);
}

/** The user's last path, if visited within a day; undefined if a path was restored just now. */
export function readLastPath(userId: string | undefined, now = Date.now()): string | undefined {
  const last = readLocal<LastPath>(lastPathName);
  if (!last || last.user_id !== userId || now - last.timestamp > lastPathTtl) return undefined;
  if (last.restored_at !== undefined && now - last.restored_at < restorationLock) return undefined;
  return isRestorablePath(last.path) ? last.path : undefined;
}

/** A visitor who looks at Discover returns there after signing in, unless they go elsewhere first. */
export function rememberWantsDiscover(wants: boolean): void {
  writeLocal(wantsDiscoverName, wants || null);
}

/** Stores where someone wanted to go who must confirm their email address first. */
export function rememberWantedPath(email: string, path: string | undefined, now = Date.now()): void {
  writeLocal(afterConfirmationName, path === undefined ? null : { email, path, at: now });
}

/** Returns where the user with this email address wanted to go before confirming it. Only once. */
export function takeWantedPath(email: string, now = Date.now()): string | undefined {
  const wanted = readLocal<{ email: string; path: string; at: number }>(afterConfirmationName);
  if (wanted?.email.toLowerCase() !== email.toLowerCase()) return undefined;
  writeLocal(afterConfirmationName, null);
  return now - wanted.at <= confirmationTtl ? wanted.path : undefined;
}

/**
 * Where to send a signed-in user, as far as this browser knows: to Discover if they came from there, else to the last
 * path, else to the last space.
 */
export function chooseLanding(userId: string | undefined, now = Date.now()): string | undefined {
  if (readLocal<boolean>(wantsDiscoverName)) {
    rememberWantsDiscover(false);
    return '/discover';
  }
  const path = readLastPath(userId, now);
  if (!path) return readLastSpacePath(userId);
  const last = readLocal<LastPath>(lastPathName);
  if (last) writeLocal(lastPathName, { ...last, restored_at: now });
  return path;
}
