import { Link, useMatch } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { canOpenTab } from '#web/lib/open-tab.ts';
import { SpaceIcon } from './space-card/space-icon.tsx';
import { SpaceMenuButton } from './space-menu-button.tsx';
import { useTabInView } from './use-tab-in-view.ts';

const active = { 'data-active': '' };
const exact = { exact: true, includeSearch: false };

interface SpaceHeaderProps {
  space: Space;
  /** Opens the viewer's other spaces, next to the name. */
  switcher?: ReactNode;
  action?: ReactNode;
}

/** Icon, name and tabs of a space. Switching tabs replaces the current history entry. */
export function SpaceHeader({ space, switcher, action }: SpaceHeaderProps) {
  const row = useRef<HTMLElement>(null);
  useTabInView(row);
  const params = { subdomain: space.subdomain };
  const isFront = useMatch({ from: '/$subdomain/', shouldThrow: false }) !== undefined;
  const tab = {
    params,
    className: 'tab inline-flex items-center',
    activeProps: active,
    replace: true,
    resetScroll: false,
  };
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto max-w-page px-4 pt-4 lg:px-6">
        <div className="flex flex-wrap items-center gap-3">
          <SpaceIcon space={space} size="md" loading="eager" />
          <div className="min-w-24 flex-1">
            <p className="flex items-center gap-2 truncate text-lg font-semibold">
              <span className="truncate">{space.name}</span>
              {space.is_private && (
                <Lock size={16} className="flex-none text-faint" aria-label={t('Private')} />
              )}
              {switcher}
            </p>
          </div>
          <div className="flex flex-none items-center gap-1">
            {action}
            <SpaceMenuButton space={space} />
          </div>
        </div>
        <nav ref={row} aria-label={space.name} className="tabs tabs-wide mt-2 !bg-none">
          {space.can_read && (
            <>
              <Link to="/$subdomain/space" activeOptions={exact} {...tab}>
                {t('Feed')}
              </Link>
              {canOpenTab(space, 'calendar') && (
                <Link to="/$subdomain/space/calendar" {...tab}>
                  {t('Calendar')}
                </Link>
              )}
              <Link to="/$subdomain/space/members" {...tab}>
                {t('Members')}
              </Link>
              <Link to="/$subdomain/space/leaderboard" {...tab}>
                {t('Leaderboard')}
              </Link>
              {canOpenTab(space, 'map') && (
                <Link to="/$subdomain/space/map" {...tab}>
                  {t('Map')}
                </Link>
              )}
            </>
          )}
          <Link to="/$subdomain/about" {...tab} {...(isFront ? active : {})}>
            {t('About')}
          </Link>
        </nav>
      </div>
    </header>
  );
}
