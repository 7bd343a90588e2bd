import { Link, useMatch } from '@tanstack/react-router';
import { Bell, Compass, House } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { readLastSpacePath, useViewer } from '#web/features/auth/index.ts';
import { ChatTab } from '#web/features/chat/index.ts';
import { UnreadBadge, useUnreadCount } from '#web/features/notifications/index.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { accountSheet } from './popups.ts';

const itemClass = 'bottom-item';

interface ItemProps {
  to: string;
  icon: ReactNode;
  children: ReactNode;
  /** Whether the open page is below the one that it leads to. */
  isInside?: boolean;
}

function Item({ to, icon, children, isInside = false }: ItemProps) {
  return (
    <Link
      to={to}
      className={itemClass}
      activeOptions={{ exact: true, includeSearch: false }}
      data-inside={isInside ? '' : undefined}
    >
      {icon}
      {children}
    </Link>
  );
}

function NotificationsItem({ viewerId }: { viewerId: string }) {
  // Counts what the linked page lists, including notifications of the open space.
  const count = useUnreadCount(viewerId);
  return (
    <Item
      to="/notifs"
      icon={
        <span className="relative">
          <Bell size={22} aria-hidden="true" />
          <UnreadBadge count={count} />
        </span>
      }
    >
      {t('Notifications')}
      {count > 0 && (
        <>
          {' '}
          <span className="sr-only">{t('{count, plural, one {# unread} other {# unread}}', { count })}</span>
        </>
      )}
    </Item>
  );
}

/** Bottom navigation on phones (768 px or less), for signed-in users. */
export function BottomBar() {
  const viewer = useViewer();
  const match = useMatch({ from: '/$subdomain', shouldThrow: false });
  const subdomain = match?.params.subdomain;
  const [last, setLast] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another one after a space was left.
  useEffect(() => setLast(readLastSpacePath(viewer?.id)), [viewer?.id, subdomain]);
  if (!viewer) return null;
  // The open space, else the last one, else the landing page.
  const home = subdomain ? `/${subdomain}/space` : (last ?? '/');
  return (
    <nav aria-label={t('Main')} className="bottom-bar" data-floor="">
      <Item to={home} icon={<House size={22} aria-hidden="true" />} isInside={subdomain !== undefined}>
        {t('Home')}
      </Item>
      <Item to="/discover" icon={<Compass size={22} aria-hidden="true" />}>
        {t('Discover')}
      </Item>
      <ChatTab className={itemClass} />
      <NotificationsItem viewerId={viewer.id} />
      <LazyPopup
        popup={accountSheet}
        popupProps={{}}
        isSheet
        isPreloaded
        button={
          <button type="button" className={itemClass}>
            <Avatar
              id={viewer.id}
              name={viewer.full_name}
              src={viewer.avatar_url}
              size="xs"
              loading="eager"
            />
            {t('Profile')}
          </button>
        }
      />
    </nav>
  );
}
