import { useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import {
  Activity,
  Component,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useIsOffline, useReconnect } from '#web/lib/live/reconnect.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PageMessage } from './page-states.tsx';
import { reportError } from './report-error.ts';
import { reloadFailedPages } from './routing/lazy-page.ts';
import { findShownTab, findSpaceTab, openTabsOf } from './routing/space-tabs.ts';
import { firstSegment } from './start/switch-stages.ts';

/** How long the content of the last tab may stay after a press, in milliseconds. */
const skeletonDelay = 70;

interface ShownTab {
  name: string;
  search: Record<string, unknown>;
}

/** The tab of the current address, once its route has loaded. */
function useLoadedTab(): ShownTab | null {
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const name = match?.staticData.tab;
  return name && match.status === 'success' ? { name, search: match.search } : null;
}

/** The name of the tab of this space that is being opened, if any. */
function useOpeningTab({ subdomain }: Space): string | undefined {
  const router = useRouter();
  const path = useRouterState({
    select: ({ isLoading, location }) => (isLoading ? location.pathname : undefined),
  });
  if (path === undefined || decodeURIComponent(firstSegment(path)) !== subdomain) return undefined;
  return findShownTab(router, path);
}

/** Returns the value once it has stayed the same for `delay` milliseconds, undefined before. */
function useSettled<Value>(value: Value | undefined, delay: number): Value | undefined {
  const [settled, setSettled] = useState<Value>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === undefined ? 0 : delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled === value ? value : undefined;
}

/** Restores the scroll position of a tab when it is shown again. */
function useTabScrollPosition(shown: string | undefined): void {
  const router = useRouter();
  const scrollPositions = useRef<Record<string, number>>({});
  const last = useRef(shown);
  /** The position of a tab that is shown before its route has loaded: then, the router scrolls to the top. */
  const restored = useRef<number | null>(null);
  useLayoutEffect(() => {
    // The router positions the first page, and a page that a post was opened from.
    if (shown && last.current && last.current !== shown) {
      restored.current = scrollPositions.current[shown] ?? 0;
      window.scrollTo({ top: restored.current, behavior: 'instant' });
    }
    last.current = shown;
    if (!shown) return;
    const stops = [
      // Read once before navigation, not while scrolling, because reading it forces a layout.
      router.subscribe('onBeforeLoad', () => {
        scrollPositions.current[shown] = window.scrollY;
      }),
      router.subscribe('onRendered', () => {
        if (restored.current !== null) window.scrollTo({ top: restored.current, behavior: 'instant' });
        restored.current = null;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [shown, router]);
}

/**
 * The tabs of a space, and its other pages as `children`. Each tab stays mounted after its first visit and is only
 * hidden, so that scroll position and input survive; hidden tabs run no effects or timers. A tab that was visited before
 * is shown as soon as it is pressed; another one is a skeleton until its route has loaded.
 */
export function SpaceTabs({ space, children }: { space: Space; children: ReactNode }) {
  const loaded = useLoadedTab();
  const opening = useOpeningTab(space);
  const [visited, setVisited] = useState<Record<string, ShownTab['search']>>({});
  if (loaded && visited[loaded.name] !== loaded.search)
    setVisited({ ...visited, [loaded.name]: loaded.search });
  const isNew = opening !== undefined && opening !== loaded?.name && !visited[opening];
  const placeholder = findSpaceTab(useSettled(isNew ? opening : undefined, skeletonDelay));
  const shown = placeholder ? undefined : opening && visited[opening] ? opening : loaded?.name;
  useTabScrollPosition(placeholder?.name ?? shown);
  return (
    <>
      {openTabsOf(space).map(({ name, page: Page, skeleton: Skeleton }) => {
        const search = loaded?.name === name ? loaded.search : visited[name];
        if (!search) return null;
        return (
          <Activity key={name} mode={shown === name ? 'visible' : 'hidden'}>
            <TabBoundary>
              <Suspense fallback={<Skeleton />}>
                <Page space={space} search={search} />
              </Suspense>
            </TabBoundary>
          </Activity>
        );
      })}
      {placeholder && <placeholder.skeleton />}
      <Activity mode={placeholder || (shown && !loaded) ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  );
}

interface TabFailureProps {
  /** Tries again. Called when the connection is back. */
  onRetry: () => void;
}

/** Shown instead of a tab that failed; the header and the other tabs keep working. */
function TabMessage({ onRetry }: TabFailureProps) {
  useReconnect(onRetry);
  const isOffline = useIsOffline();
  return (
    <PageMessage
      title={t('Something went wrong loading this tab.')}
      actions={
        !isOffline && (
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('Reload Page')}
          </Button>
        )
      }
    >
      {isOffline && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          {t('Reconnecting...')}
        </p>
      )}
    </PageMessage>
  );
}

/** Shown instead of a tab whose route failed to load. Loads it when the connection is back. */
export function TabFailure() {
  const router = useRouter();
  return <TabMessage onRetry={() => void reloadFailedPages().then(() => router.invalidate())} />;
}

/** Contains the failure of one tab. */
export class TabBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  #retry = () => void reloadFailedPages().then(() => this.setState({ failed: false }));
  #wasShown = false;
  // Also runs when a hidden tab is shown again: what failed to load may be available by now.
  override componentDidMount() {
    if (this.state.failed && this.#wasShown) this.#retry();
    this.#wasShown = true;
  }
  override componentDidCatch(error: unknown) {
    void reportError('tab', error);
  }
  override render() {
    return this.state.failed ? <TabMessage onRetry={this.#retry} /> : this.props.children;
  }
}
