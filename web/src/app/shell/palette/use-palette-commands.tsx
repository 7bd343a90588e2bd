import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMatch, useRouter } from '@tanstack/react-router';
import {
  Bell,
  CalendarDays,
  Compass,
  Info,
  Keyboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Map as MapIcon,
  MessageCircle,
  Monitor,
  Moon,
  Newspaper,
  NotebookText,
  Plus,
  School,
  Shield,
  Sun,
  Trophy,
  UserPlus,
  Users,
} from 'lucide-react';
import { useDeferredValue } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { peopleQuery } from '#web/features/chat/index.ts';
import { coursesSearchQuery } from '#web/features/courses/index.ts';
import { discoverPages } from '#web/features/discover/index.ts';
import { membersPages } from '#web/features/members/index.ts';
import { readSpace, SpaceIcon, userSpacesQuery, useUserSpaces } from '#web/features/spaces/index.ts';
import type { ApiOutput } from '#web/lib/api/api-client.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { openChat } from '#web/lib/open-chat.ts';
import { areShortcutsOn, setShortcutsOn } from '#web/lib/shortcuts.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useTheme } from '#web/ui/theme/theme.ts';
import { openTabsOf } from '../../routing/space-tabs.ts';
import { requestSignOut } from '../sign-out.tsx';
import { pageShortcut, tabShortcut } from './go-keys.ts';
import type { PaletteCommand } from './palette-commands.ts';

/** Minimum number of characters for a search on the server. */
const minQueryLength = 2;

const tabIcons: Record<string, LucideIcon> = {
  feed: Newspaper,
  classroom: School,
  calendar: CalendarDays,
  members: Users,
  leaderboard: Trophy,
  map: MapIcon,
  about: Info,
};

type GoTo = (href: string) => () => void;
const toIcon = (Icon: LucideIcon) => <Icon size={18} aria-hidden="true" />;

/** All commands of the palette for this user, this page and the typed text. `onShortcuts` shows the list of shortcuts. */
export function usePaletteCommands(typed: string, onShortcuts: () => void): PaletteCommand[] {
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

  // Outside spaces, the people whom the viewer can write to.
  const contacts = useQuery({ ...peopleQuery(query), enabled: isSearching && isSignedIn && !here });

  const go: GoTo = (href) => () => void router.navigate({ href });
  const courses = useCourses(here, isSearching ? query : '', go);
  const hasShortcuts = areShortcutsOn();
  const commands = toPages({ here, isSignedIn, hasShortcuts, go });
  const myIds = new Set(mySpaces.map(({ id }) => id));
  for (const space of mySpaces) {
    commands.push({
      id: `space:${space.id}`,
      group: 'space',
      label: space.name,
      icon: <SpaceIcon space={space} size="xs" />,
      run: go(`/${space.subdomain}/space`),
    });
  }
  for (const id of isSearching ? (discovered.data?.pages[0]?.space_ids ?? []) : []) {
    const space = readEntity(client, 'space', id);
    if (!space || myIds.has(id)) continue;
    commands.push({
      id: `space:${id}`,
      group: 'space',
      label: space.name,
      note: t('Discover'),
      icon: <SpaceIcon space={space} size="xs" />,
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
      icon: <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="xs" />,
      run: go(`/${here.subdomain}/space/members?search=${encodeURIComponent(person.username)}`),
    });
  }
  commands.push(...courses);
  for (const person of isSearching && !here ? (contacts.data?.people ?? []) : []) {
    commands.push({
      id: `chat:${person.user_id}`,
      group: 'member',
      label: person.full_name,
      note: `@${person.username}`,
      icon: <Avatar id={person.user_id} name={person.full_name} src={person.avatar_url} size="xs" />,
      run: () => openChat({ userId: person.user_id }),
    });
  }
  return [
    ...commands,
    ...toActions({ viewerId: viewer?.id ?? null, hasShortcuts, onShortcuts, go, setTheme }),
  ];
}

/**
 * Courses and pages of the open space that contain a text. While those for a new text are loading, the earlier ones stay whose titles
 * contain it.
 */
function useCourses(here: Space | null | undefined, query: string, go: GoTo): PaletteCommand[] {
  const hasClassroom = here?.can_read === true && openTabsOf(here).some(({ name }) => name === 'classroom');
  // Texts of pages are read: not for each letter.
  const settled = useDebouncedValue(query);
  const { data, isPlaceholderData } = useQuery({
    ...coursesSearchQuery(here?.id ?? '', settled),
    enabled: settled !== '' && hasClassroom,
    placeholderData: keepPreviousData,
  });
  if (!here || !hasClassroom || query === '' || !data) return [];
  return toCourses(data, here.subdomain, go, !isPlaceholderData && settled === query);
}

function toCourses(
  { courses, pages }: ApiOutput<'search_courses'>,
  subdomain: string,
  go: GoTo,
  isFound: boolean,
): PaletteCommand[] {
  const pathOf = (slug: string) => `/${subdomain}/space/classroom/${encodeURIComponent(slug)}`;
  return [
    ...courses.map(
      ({ course_id, title, slug }): PaletteCommand => ({
        id: `course:${course_id}`,
        group: 'course',
        label: title,
        isFound,
        icon: toIcon(School),
        run: go(pathOf(slug)),
      }),
    ),
    ...pages.map(
      ({ page_id, title, course }): PaletteCommand => ({
        id: `course-page:${page_id}`,
        group: 'course',
        label: title,
        note: course.title,
        isFound,
        icon: toIcon(NotebookText),
        run: go(`${pathOf(course.slug)}?md=${page_id}`),
      }),
    ),
  ];
}

interface PageInput {
  /** The open space. */
  here: Space | null | undefined;
  isSignedIn: boolean;
  hasShortcuts: boolean;
  go: GoTo;
}

function toPages({ here, isSignedIn, hasShortcuts, go }: PageInput): PaletteCommand[] {
  const page = (
    id: string,
    label: string,
    icon: LucideIcon,
    path: string,
    keys?: readonly string[],
  ): PaletteCommand => ({
    id,
    group: 'page',
    label,
    icon: toIcon(icon),
    shortcut: hasShortcuts ? keys : undefined,
    run: go(path),
  });
  const tabs = here ? openTabsOf(here) : [];
  const [discover, notifications] = ['/discover', '/app/notifications'];
  return [
    ...tabs.map(({ name, label, path }) =>
      page(
        `tab:${name}`,
        t(label),
        tabIcons[name] ?? Compass,
        `/${here?.subdomain}${path}`,
        tabShortcut(name),
      ),
    ),
    ...(here?.permissions.canEditSpace
      ? [page('tab:moderation', t('Moderation'), Shield, `/${here.subdomain}/space/moderation`)]
      : []),
    page('discover', t('Discover spaces'), Compass, discover, pageShortcut(discover)),
    ...(isSignedIn
      ? [
          page('chats', t('Chats'), MessageCircle, '/app/chat'),
          page('notifications', t('Notifications'), Bell, notifications, pageShortcut(notifications)),
        ]
      : []),
  ];
}

interface ActionInput extends Omit<PageInput, 'here' | 'isSignedIn'> {
  /** Null when signed out. */
  viewerId: string | null;
  setTheme: (choice: 'light' | 'dark' | 'system') => void;
  onShortcuts: () => void;
}

function toActions({ viewerId, hasShortcuts, onShortcuts, go, setTheme }: ActionInput): PaletteCommand[] {
  const action = (id: string, label: string, icon: LucideIcon, run: () => void): PaletteCommand => ({
    id,
    group: 'action',
    label,
    icon: toIcon(icon),
    run,
  });
  return [
    ...(viewerId !== null
      ? [action('create-space', t('Create a space'), Plus, go('/create-space'))]
      : [
          action('sign-in', t('Log in'), LogIn, go('/login')),
          action('sign-up', t('Sign up'), UserPlus, go('/signup')),
        ]),
    action('theme:light', t('Theme: light'), Sun, () => setTheme('light')),
    action('theme:dark', t('Theme: dark'), Moon, () => setTheme('dark')),
    action('theme:system', t('Theme: system'), Monitor, () => setTheme('system')),
    // Devices without hover rarely have a keyboard.
    ...(window.matchMedia?.('(hover: none)').matches
      ? []
      : [
          action('shortcut-list', t('Keyboard shortcuts'), Keyboard, onShortcuts),
          action(
            'shortcuts',
            hasShortcuts ? t('Turn off keyboard shortcuts') : t('Turn on keyboard shortcuts'),
            Keyboard,
            () => setShortcutsOn(!hasShortcuts),
          ),
        ]),
    ...(viewerId === null ? [] : [action('sign-out', t('Log out'), LogOut, () => requestSignOut(viewerId))]),
  ];
}
