import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { Search, WifiOff } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { Account } from '#contract/users.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { ChatButton } from '#web/features/chat/index.ts';
import { ModerationLink } from '#web/features/moderation/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { useIsOffline } from '#web/lib/live/reconnect.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { BrandMark } from './brand-mark.tsx';
import { openCommandPalette } from './palette/command-palette-key.tsx';
import { profileMenu } from './popups.ts';
import { SpaceBar } from './space-bar.tsx';
import { SpaceSwitcher } from './spaces/space-switcher.tsx';
import { useOpenSpace } from './use-open-space.ts';

/**
 * The header of every page: brand, spaces, search and account, and inside a space a second row with its tabs. On phones
 * it leaves out what the bottom bar contains.
 */
export function SiteHeader() {
  const space = useOpenSpace();
  const { page } = useRouteContext({ from: '__root__' });
  const viewer = useViewer();
  return (
    <header className="site-header contents">
      <div className="site-bar">
        <div className="mx-auto flex h-full max-w-page items-center gap-1 px-4 md:gap-2 lg:px-6">
          {!space && <SpaceSwitcher part="menu" />}
          <Link to="/" className="brand" data-short={space ? '' : undefined}>
            <BrandMark />
            <span>{page.brandName}</span>
          </Link>
          <SpaceSwitcher part="name" space={space} />
          <div className="ml-auto flex flex-none items-center gap-1 md:gap-2">
            <OfflineMark />
            {/* On phones, visitors need the room. The list of spaces leads them to Discover, which has a search. */}
            <SearchButton className={viewer ? undefined : 'max-[769px]:hidden'} />
            {space?.permissions.canEditSpace && <ModerationLink space={space} />}
            {viewer ? (
              <>
                <ChatButton viewerId={viewer.id} />
                <NotificationBell viewerId={viewer.id} insideSpaceId={space?.id} />
                <AccountMenu viewer={viewer} />
              </>
            ) : (
              <SignInLinks isInSpace={Boolean(space)} />
            )}
          </div>
        </div>
      </div>
      {space && <SpaceBar key={space.id} space={space} />}
    </header>
  );
}

/** Inside a space, they lead back to the page that they are on. */
function SignInLinks({ isInSpace }: { isInSpace: boolean }) {
  const here = useLocation({ select: ({ href }) => href });
  const search = isInSpace ? { redirect: here } : {};
  return (
    <>
      <Button variant="quiet" className="max-[769px]:px-2.5" render={<Link to="/login" search={search} />}>
        {t('Log in')}
      </Button>
      <Button variant="primary" className="max-[769px]:px-3" render={<Link to="/signup" search={search} />}>
        {t('Sign up')}
      </Button>
    </>
  );
}

function OfflineMark() {
  if (!useIsOffline()) return null;
  return (
    <span className="flex items-center gap-1.5 text-sm font-medium text-danger-text">
      <WifiOff size={20} aria-hidden="true" />
      <span className="max-[769px]:sr-only">{t('Offline')}</span>
    </span>
  );
}

const isAppleDevice = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette. Looks like a field from 1024 px up, and like an icon button below. */
function SearchButton({ className = '' }: { className?: string | undefined }) {
  const isApple = useBrowserValue(isAppleDevice, false);
  return (
    <button
      type="button"
      className={`btn hit search-button ${className}`}
      data-variant="quiet"
      aria-label={t('Search or run a command')}
      title={t('Search or run a command')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openCommandPalette}
    >
      <Search size={20} aria-hidden="true" />
      <span className="search-text">{t('Search...')}</span>
      <kbd className="search-text">{isApple ? '⌘ K' : t('Ctrl K')}</kbd>
    </button>
  );
}

function AccountMenu({ viewer }: { viewer: Account }) {
  return (
    <LazyPopup
      opens="menu"
      popup={profileMenu}
      popupProps={{}}
      isPreloaded
      button={
        <button type="button" className="hit ml-1 flex-none rounded-full max-[769px]:hidden">
          <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="sm" loading="eager" />
          <span className="sr-only">{t('Your account')}</span>
        </button>
      }
    />
  );
}
