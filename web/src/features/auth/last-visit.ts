import type { SpaceSummary } from '#contract/spaces.ts';
import { readLocal, writeLocal } from '#web/lib/local-store.ts';

/** How long a visited path may be gone back to, in milliseconds (document 1, section 9). */
export const lastPathKept = 24 * 60 * 60_000;
/** After going back to a path, none is gone back to for this long, in milliseconds: nobody is led in a circle. */
export const restorationLock = 10_000;

/** The space a person was in last, kept in their browser (document 1, section 3) with whose it is. */
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

/** First segments that are no place to go back to: signing in, making, passing through and mending. */
const passedThrough = new Set(
  `login signup forgot-password reset-password confirm-email auth app smart-landing create create-space onboarding
   debug storage-debug fix discover messages`.split(/\s+/),
);

/** Whether a path may be gone back to later (document 1, section 4, path restoration). */
export function isRestorablePath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[?#]|\/(redirect|temp|loading)/.test(path)) return false;
  const [first = '', second] = path.split('/').slice(1);
  if (first.length < 2 || passedThrough.has(first)) return false;
  return second !== 'debug';
}

export function rememberSpace(userId: string, space: SpaceSummary, now = Date.now()): void {
  const { id, name, subdomain, description, icon_image, cover_image, is_private } = space;
  const last = { id, name, subdomain, description, icon_image, cover_image, is_private };
  writeLocal(lastSpaceName, { ...last, user_id: userId, timestamp: now } satisfies LastSpace);
}

/** Address of the feed that this person last read in this browser. */
export function readLastSpacePath(userId: string | undefined): string | undefined {
  const last = readLocal<LastSpace>(lastSpaceName);
  return last && last.user_id === userId ? `/${encodeURIComponent(last.subdomain)}/space` : undefined;
}

/** Keeps where this person is; only the path, never what follows `?`. */
export function rememberPath(userId: string, path: string, now = Date.now()): void {
  if (!isRestorablePath(path)) return;
  const restored_at = readLocal<LastPath>(lastPathName)?.restored_at;
  writeLocal(lastPathName, { user_id: userId, path, timestamp: now, restored_at } satisfies LastPath);
}

/** The path that this person last visited within a day; undefined too when one was gone back to just now. */
export function readLastPath(userId: string | undefined, now = Date.now()): string | undefined {
  const last = readLocal<LastPath>(lastPathName);
  if (!last || last.user_id !== userId || now - last.timestamp > lastPathKept) return undefined;
  if (last.restored_at !== undefined && now - last.restored_at < restorationLock) return undefined;
  return isRestorablePath(last.path) ? last.path : undefined;
}

/** A stranger who looks at discover wants to come back to it after signing in; one who goes elsewhere does not. */
export function rememberWantsDiscover(wants: boolean): void {
  writeLocal(wantsDiscoverName, wants || null);
}

/**
 * Where to lead someone who is signed in, as far as this browser knows: to discover when they came from there, else to
 * the path they last visited, else to the space they were in last (reading A10).
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
