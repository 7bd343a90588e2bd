import { findSpaceTab } from './space-tabs.ts';

const join = (segments: readonly string[]) =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** The path of a tab of a space; the feed for an unknown tab. */
export function tabPath(subdomain: string, tab: string): string {
  return join([subdomain]) + (findSpaceTab(tab)?.path ?? '/space');
}

/**
 * Returns the canonical form of a space address that no other route matches: `/{subdomain}/space[/rest]` without
 * "feed" segments; a repeated "space" gives the feed. Anything below a tab gives the tab. Null if the address isn't
 * one of a space. `isReserved` tells pages from posts.
 */
export function normalizeSpacePath(
  subdomain: string,
  rest: readonly string[],
  isReserved: (name: string) => boolean,
): string | null {
  const [first = ''] = rest;
  if (first !== 'space' && first !== 'feed' && first !== 'course' && !isReserved(first)) return null;
  const below = (first === 'space' ? rest.slice(1) : rest).filter((segment) => segment !== 'feed');
  const [tab = 'feed'] = below;
  if (below.includes('space') || isReserved(tab) || tab === 'course')
    return tabPath(subdomain, below.includes('space') ? 'feed' : tab);
  // A single segment can be the address of a post; the route of tabs decides.
  return below.length === 1 ? join([subdomain, 'space', tab]) : tabPath(subdomain, 'feed');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => uuid.test(value);
/** A slug consists of letters, digits and hyphens of any script; so does an id. */
export const isPostAddress = (value: string): boolean => /^[\p{L}\p{M}\p{N}-]{1,200}$/u.test(value);
export const isSubdomain = (value: string): boolean => /^[a-z0-9-]{2,63}$/.test(value);
