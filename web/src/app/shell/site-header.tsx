import { Link, useMatch, useRouteContext } from '@tanstack/react-router';
import { ChevronsUpDown, Menu as MenuIcon, Search, WifiOff } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { Account } from '#contract/users.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { SpaceIcon } from '#web/features/spaces/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BrandMark } from './brand-mark.tsx';
import { openCommandPalette } from './palette/command-palette-key.tsx';
import { profileMenu, spaceDrawer, spaceDropdown } from './popups.ts';
import { SpacesPopup } from './spaces/spaces-popup.tsx';

/** The open space, if any. */
function useOpenSpace() {
  const match = useMatch({ from: '/$subdomain', shouldThrow: false });
  return useEntity('space', match?.loaderData?.space_id ?? '');
}

/**
 * The bar at the top of every page. From 1024 px its items have labels, from 769 px they are icons; on phones it shows
 * the brand and what the bottom bar doesn't contain.
 */
export function SiteHeader({ isOffline }: { isOffline: boolean }) {
  const { page } = useRouteContext({ from: '__root__' });
  const viewer = useViewer();
  const space = useOpenSpace();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-page items-center gap-2 px-4 lg:gap-3 lg:px-6">
        <div className="lg:hidden">
          <SpacesPopup
            popup={spaceDrawer}
            button={
              <IconButton label={t('Switch between your spaces')} className="-ml-2">
                <MenuIcon size={20} aria-hidden="true" />
              </IconButton>
            }
          />
        </div>
        <Link to="/" className="flex min-w-7 items-center gap-2.5 rounded-md py-1 font-semibold">
          <BrandMark />
          <span className="truncate text-lg">{page.brandName}</span>
        </Link>
        <div className="hidden lg:block">
          <SpacesPopup
            popup={spaceDropdown}
            button={
              <Button variant="quiet" className="max-w-64">
                {space && <SpaceIcon space={space} size="xs" loading="eager" />}
                <span className="truncate">{space?.name ?? t('Spaces')}</span>
                <ChevronsUpDown size={16} className="flex-none text-faint" aria-hidden="true" />
              </Button>
            }
          />
        </div>
        <div className="ml-auto flex items-center gap-2">
          {isOffline && (
            <span className="flex items-center gap-1.5 text-sm font-medium text-danger-text">
              <WifiOff size={20} aria-hidden="true" />
              <span className="max-[769px]:sr-only">{t('Offline')}</span>
            </span>
          )}
          <IconButton
            label={t('Search or run a command')}
            // On phones, visitors need the room for the brand. The menu leads them to Discover, which has a search.
            className={viewer ? undefined : 'max-[769px]:hidden'}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openCommandPalette}
          >
            <Search size={20} aria-hidden="true" />
          </IconButton>
          {viewer && <NotificationBell viewerId={viewer.id} insideSpaceId={space?.id} />}
          {viewer ? (
            <AccountMenu viewer={viewer} />
          ) : (
            <>
              <Button variant="quiet" className="max-[769px]:px-2.5" render={<Link to="/login" />}>
                {t('Sign in')}
              </Button>
              <Button variant="primary" render={<Link to="/signup" />}>
                {t('Sign up')}
              </Button>
            </>
          )}
        </div>
      </div>
    </header>
  );
}

function AccountMenu({ viewer }: { viewer: Account }) {
  return (
    <LazyPopup
      opens="menu"
      popup={profileMenu}
      popupProps={{}}
      button={
        <button type="button" className="hit rounded-full max-[769px]:hidden">
          <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="sm" loading="eager" />
          <span className="sr-only">{t('Your account')}</span>
        </button>
      }
    />
  );
}
