import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { SpaceActions } from '#web/features/spaces/index.ts';
import { shared } from '#web/lib/shared.tsx';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';
import type { SpaceTab } from '../routing/space-tab.ts';
import { findActiveTab, findShownTab, openTabsOf } from '../routing/space-tabs.ts';
import { useHideOnScroll } from './use-hide-on-scroll.ts';
import { useTabInView } from './use-tab-in-view.ts';

/** The tab that the current address belongs to, and whether it is that tab. Changes as soon as a link is pressed. */
function useActiveTab(): { active: string | undefined; isOnTab: boolean } {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return { active: findActiveTab(router, path), isOnTab: findShownTab(router, path) !== undefined };
}

interface TabLinksProps {
  subdomain: string;
  /** The tabs that the viewer can open. */
  tabs: readonly Pick<SpaceTab, 'name' | 'path' | 'label'>[];
  active: string | undefined;
  isOnTab: boolean;
}

const toTabLinks = ({ subdomain, tabs, active, isOnTab }: TabLinksProps) =>
  tabs.map(({ name, path, label }) => (
    <Link
      key={name}
      to={`/$subdomain${path}` as '/$subdomain/space'}
      params={{ subdomain }}
      className="tab inline-flex items-center"
      activeOptions={{ exact: true, includeSearch: false }}
      data-active={name === active ? '' : undefined}
      replace={isOnTab}
      resetScroll={false}
    >
      {t(label)}
    </Link>
  ));
const TabLinksOnServer = /* @__PURE__ */ shared(toTabLinks, { hasLinks: true });

/**
 * The second row of the header inside a space: its tabs. Switching tabs replaces the current history entry; opening one
 * from another page, such as a post, adds one.
 */
export function SpaceBar({ space }: { space: Space }) {
  const bar = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLElement>(null);
  const { active, isOnTab } = useActiveTab();
  const links = { subdomain: space.subdomain, tabs: openTabsOf(space), active, isOnTab };
  useTabInView(row);
  useHideOnScroll(bar);
  return (
    <AccentProvider color={space.primary_color}>
      <div ref={bar} className="space-bar">
        <div className="mx-auto flex h-full max-w-page items-center gap-2 px-4 lg:px-6">
          <nav ref={row} aria-label={space.name} className="tabs space-tabs">
            {import.meta.env.SSR ? <TabLinksOnServer {...links} /> : toTabLinks(links)}
          </nav>
          <SpaceActions space={space} hasInviteButton={active === 'members'} />
        </div>
      </div>
    </AccentProvider>
  );
}
