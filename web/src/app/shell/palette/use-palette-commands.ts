import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMatch, useRouter } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { signOut, useViewer } from '#web/features/auth/index.ts';
import { discoverPages } from '#web/features/discover/index.ts';
import { membersPages } from '#web/features/members/index.ts';
import { readSpace, userSpacesQuery, useUserSpaces } from '#web/features/spaces/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { useTheme } from '#web/ui/theme/theme.ts';
import { openTabsOf } from '../../routing/space-tabs.ts';
import type { PaletteCommand } from './palette-commands.ts';

/** Minimum number of characters for a search on the server. */
const minQueryLength = 2;

/** All commands of the palette for this user, this page and the typed text. */
export function usePaletteCommands(typed: string): PaletteCommand[] {
  const viewer = useViewer();
  const client = useQueryClient();
  const router = useRouter();
  const { setTheme } = useTheme();
  const isSignedIn = viewer !== null;
  useQuery({ ...userSpacesQuery, enabled: isSignedIn });
  const mySpaces = useUserSpaces(isSignedIn);
  const match = useMatch({ from: '/$subdomain', shouldThrow: false });
  const here = match?.loaderData && readSpace(client, match.loaderData.space_id);

  const query = useDeferredValue(typed.trim());
  const isSearching = query.length >= minQueryLength;
  const discovered = useInfiniteQuery({ ...discoverPages({ q: query }), enabled: isSearching });
  const canReadMembers = here?.can_read;
  const people = useInfiniteQuery({
    ...membersPages(here?.id ?? '', { search: query }),
    enabled: isSearching && canReadMembers,
  });

  const go = (href: string) => () => void router.navigate({ href });
  const commands: PaletteCommand[] = [];
  if (here) {
    const at = `/${here.subdomain}`;
    for (const tab of openTabsOf(here)) {
      commands.push({
        id: `tab:${tab.name}`,
        group: 'page',
        label: t(tab.label),
        note: here.name,
        run: go(at + tab.path),
      });
    }
  }
  const myIds = new Set(mySpaces.map(({ id }) => id));
  for (const space of mySpaces) {
    commands.push({
      id: `space:${space.id}`,
      group: 'my-spaces',
      label: space.name,
      run: go(`/${space.subdomain}/space`),
    });
  }
  for (const id of isSearching ? (discovered.data?.pages[0]?.space_ids ?? []) : []) {
    const space = readEntity(client, 'space', id);
    if (!space || myIds.has(id)) continue;
    commands.push({
      id: `space:${id}`,
      group: 'discover',
      label: space.name,
      run: go(`/${space.subdomain}`),
    });
  }
  for (const { user_id } of isSearching && here ? (people.data?.pages[0]?.members ?? []) : []) {
    const person = readEntity(client, 'person', user_id);
    if (!person || !here) continue;
    commands.push({
      id: `person:${user_id}`,
      group: 'member',
      label: person.full_name,
      note: `@${person.username}`,
      run: go(`/${here.subdomain}/space/members?search=${encodeURIComponent(person.username)}`),
    });
  }
  const add = (group: 'page' | 'action', id: string, label: string, run: () => void) =>
    commands.push({ id, group, label, run });
  add('page', 'discover', t('Discover spaces'), go('/discover'));
  if (viewer) add('page', 'notifications', t('Notifications'), go('/app/notifications'));
  if (viewer) add('action', 'create-space', t('Create a space'), go('/create-space'));
  else {
    add('action', 'sign-in', t('Log in'), go('/login'));
    add('action', 'sign-up', t('Sign up'), go('/signup'));
  }
  add('action', 'theme:light', t('Theme: light'), () => setTheme('light'));
  add('action', 'theme:dark', t('Theme: dark'), () => setTheme('dark'));
  add('action', 'theme:system', t('Theme: system'), () => setTheme('system'));
  if (viewer) add('action', 'sign-out', t('Log out'), () => void signOut());
  return commands;
}
