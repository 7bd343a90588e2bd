import type { AnyRouter } from '@tanstack/react-router';
import { areShortcutsOn } from '#web/lib/shortcuts.ts';
import { findSpaceTab } from '../../routing/space-tabs.ts';

/** Keys that open a page when pressed after G. Pages of a space by the names of their tabs. */
const tabKeys: Record<string, string> = {
  feed: 'f',
  calendar: 'c',
  members: 'm',
  leaderboard: 'l',
  map: 'p',
  about: 'a',
};
const pageKeys: Record<string, string> = { '/discover': 'd', '/app/notifications': 'n' };

const keyOf = (key: string | undefined) => (key ? ['G', key.toUpperCase()] : undefined);
/** The shortcut of a tab of the open space, if it has one. */
export const tabShortcut = (name: string) => keyOf(tabKeys[name]);
/** The shortcut of a page outside spaces, if it has one. */
export const pageShortcut = (path: string) => keyOf(pageKeys[path]);

/** Returns where a key pressed after G leads; `subdomain` is that of the open space, if any. */
export function toGoPath(key: string, subdomain: string | undefined): string | undefined {
  const isKey = ([, one]: [string, string]) => one === key.toLowerCase();
  const page = Object.entries(pageKeys).find(isKey)?.[0];
  if (page || !subdomain) return page;
  const tab = findSpaceTab(Object.entries(tabKeys).find(isKey)?.[0]);
  return tab && `/${subdomain}${tab.path}`;
}

/** Opens the page of a key that was pressed after G, unless the shortcuts are off or the key has no page. */
export function openGoPage(key: string, router: AnyRouter): void {
  const space = router.state.matches.find(({ routeId }) => routeId === '/$subdomain');
  const href = areShortcutsOn() && toGoPath(key, space?.params.subdomain);
  if (href) void router.navigate({ href });
}
