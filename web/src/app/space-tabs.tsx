import { useMatches, useRouter } from '@tanstack/react-router';
import {
  Activity,
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { onReconnect } from '#web/lib/live/reconnect.ts';
import { canOpenTab } from '#web/lib/open-tab.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLoading, PageMessage } from './page-states.tsx';
import { reportError } from './report-error.ts';
import { lazyPage, reloadFailedPages } from './routing/lazy-page.ts';
import type { SpaceTab } from './routing/space-paths.ts';

type TabPage = ComponentType<TabProps> & { preload?: () => Promise<void> | undefined };
const pages: Record<SpaceTab, TabPage> = {
  feed: lazyPage(() => import('#web/pages/feed/feed-page.tsx'), 'FeedPage') as TabPage,
  calendar: lazyPage(() => import('#web/pages/calendar/calendar-page.tsx'), 'CalendarPage') as TabPage,
  members: lazyPage(() => import('#web/pages/members/members-page.tsx'), 'MembersPage') as TabPage,
  leaderboard: lazyPage(
    () => import('#web/pages/leaderboard/leaderboard-page.tsx'),
    'LeaderboardPage',
  ) as TabPage,
  map: lazyPage(() => import('#web/pages/map/map-page.tsx'), 'MapPage') as TabPage,
  about: lazyPage(() => import('#web/pages/about/about-page.tsx'), 'AboutPage') as TabPage,
};

/** The component of a tab's route: loads the tab's scripts and renders nothing, because `SpaceTabs` renders the tab. */
export function tabRoute(tab: SpaceTab) {
  return Object.assign(() => null, { preload: () => pages[tab].preload?.() });
}

/** The tab of the current address, once its route has loaded. */
function useShownTab(): { tab: SpaceTab; search: Record<string, unknown> } | null {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const tab = match?.staticData.tab;
  return tab && match.status === 'success' ? { tab, search: match.search } : null;
}

/** Restores the scroll position of a tab when it is shown again. */
function useTabScrollPosition(shown: SpaceTab | undefined): void {
  const router = useRouter();
  const scrollPositions = useRef<Partial<Record<SpaceTab, number>>>({});
  const last = useRef(shown);
  useLayoutEffect(() => {
    // The router positions the first page, and a page that a post was opened from.
    if (shown && last.current && last.current !== shown)
      window.scrollTo({ top: scrollPositions.current[shown] ?? 0, behavior: 'instant' });
    last.current = shown;
    if (!shown) return;
    // Read once before navigation, not while scrolling, because reading it forces a layout.
    return router.subscribe('onBeforeLoad', () => {
      scrollPositions.current[shown] = window.scrollY;
    });
  }, [shown, router]);
}

/**
 * The tabs of a space. Each stays mounted after its first visit and is only hidden, so that scroll position and input
 * survive; hidden tabs run no effects or timers.
 */
export function SpaceTabs({ space }: { space: Space }) {
  const shown = useShownTab();
  const [visited, setVisited] = useState<Partial<Record<SpaceTab, Record<string, unknown>>>>({});
  useTabScrollPosition(shown?.tab);
  if (shown && visited[shown.tab] !== shown.search) setVisited({ ...visited, [shown.tab]: shown.search });
  return (Object.keys(pages) as SpaceTab[]).map((tab) => {
    const search = shown?.tab === tab ? shown.search : visited[tab];
    if (!search || !canOpenTab(space, tab)) return null;
    const Page = pages[tab];
    return (
      <Activity key={tab} mode={shown?.tab === tab ? 'visible' : 'hidden'}>
        <TabBoundary>
          <Suspense fallback={<PageLoading />}>
            <Page space={space} search={search} />
          </Suspense>
        </TabBoundary>
      </Activity>
    );
  });
}

/** Shown instead of a tab that failed; the header and the other tabs keep working. */
export function TabFailure() {
  return (
    <PageMessage
      title={t('Something went wrong loading this tab.')}
      actions={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('Reload Page')}
        </Button>
      }
    />
  );
}

/** Contains the failure of one tab. */
export class TabBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  #stop = () => {};
  static getDerivedStateFromError() {
    return { failed: true };
  }
  // Also runs when a hidden tab is shown again: what failed to load may be available by now.
  override componentDidMount() {
    if (this.state.failed) this.setState({ failed: false });
    this.#stop = onReconnect(() => {
      if (this.state.failed) void reloadFailedPages().then(() => this.setState({ failed: false }));
    });
  }
  override componentWillUnmount() {
    this.#stop();
  }
  override componentDidCatch(error: unknown) {
    void reportError('tab', error);
  }
  override render() {
    return this.state.failed ? <TabFailure /> : this.props.children;
  }
}
