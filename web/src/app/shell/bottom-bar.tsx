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

function Item({ to, icon, children }: { to: string; icon: ReactNode; children: string }) {
  return (
    <Link to={to} className={itemClass} activeOptions={{ exact: true, includeSearch: false }}>
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
    </Item>
  );
}

/** Bottom navigation on phones (768 px or less), for signed-in users. */
export function BottomBar() {
  const viewer = useViewer();
  const match = useMatch({ from: '/$subdomain', shouldThrow: false });
  const subdomain = match?.params.subdomain;
  const [last, setLast] = useState<string>();
  useEffect(() => setLast(readLastSpacePath(viewer?.id)), [viewer?.id]);
  if (!viewer) return null;
  // The open space, else the last one, else the landing page.
  const home = subdomain ? `/${subdomain}/space` : (last ?? '/');
  return (
    <nav aria-label={t('Main')} className="bottom-bar">
      <Item to={home} icon={<House size={22} aria-hidden="true" />}>
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
