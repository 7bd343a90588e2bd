/** The tabs of a space that stand, with their paths below `/{subdomain}` (document 3, section 2). */
export const spaceTabs = {
  feed: '/space',
  calendar: '/space/calendar',
  members: '/space/members',
  leaderboard: '/space/leaderboard',
  map: '/space/map',
  about: '/about',
} as const;
export type SpaceTab = keyof typeof spaceTabs;
export const spaceTabNames = Object.keys(spaceTabs) as SpaceTab[];

/** Tabs that the product names and that lead to the feed as long as a space does not have them (reading A20). */
const absentTabs = new Set(['classroom', 'search']);

export const isSpaceTab = (name: string): name is SpaceTab => Object.hasOwn(spaceTabs, name);

/** Whether the third segment of an address names a part of the space rather than a post (reading A1). */
export const isReservedInSpace = (name: string): boolean =>
  isSpaceTab(name) || absentTabs.has(name) || name === 'space' || name === 'moderation';

const join = (segments: readonly string[]) =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');

/** The path of a tab of a space; the feed for a tab that is not there. */
export function tabPath(subdomain: string, tab: string): string {
  return join([subdomain]) + spaceTabs[isSpaceTab(tab) ? tab : 'feed'];
}

/**
 * The one form of an address inside a space that no other route knows (document 1, section 2, redirects; readings A17,
 * A18): `/{subdomain}/space[/rest]` without 'feed' segments; with 'space' repeated it is the feed. A tab that does not
 * reach so deep leads to itself. Null when the address has nothing of a space's.
 */
export function normaliseSpacePath(subdomain: string, rest: readonly string[]): string | null {
  const [first = ''] = rest;
  if (first !== 'space' && first !== 'feed' && first !== 'course' && !isReservedInSpace(first)) return null;
  const below = (first === 'space' ? rest.slice(1) : rest).filter((segment) => segment !== 'feed');
  const [tab = 'feed'] = below;
  if (below.includes('space') || isReservedInSpace(tab) || tab === 'course')
    return tabPath(subdomain, below.includes('space') ? 'feed' : tab);
  // One segment may be the address of a post: the route of tabs knows.
  return below.length === 1 ? join([subdomain, 'space', tab]) : tabPath(subdomain, 'feed');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => uuid.test(value);
/** A slug is letters, digits and hyphens of any script; an id is one too. */
export const isPostAddress = (value: string): boolean => /^[\p{L}\p{M}\p{N}-]{1,200}$/u.test(value);
export const isSubdomain = (value: string): boolean => /^[a-z0-9-]{2,63}$/.test(value);
