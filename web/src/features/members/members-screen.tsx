import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatNumber } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxOnlineCount } from '#contract/values/limits.ts';
import { InviteButton } from '#web/features/spaces/index.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { toMemberCount } from '#web/lib/text/member-count.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BanList } from './bans/ban-list.tsx';
import { JoinRequests } from './joining/join-requests.tsx';
import { type MembersSearch, type MembersTab, toMembersSearch } from './list/member-filter.ts';
import { MemberList } from './list/member-list.tsx';
import { joinRequestPages } from './members.api.ts';
import { useOnlineNumber } from './use-online-members.ts';

const ownerMenu = lazyOverlay(async () => (await import('./roles/owner-menu.tsx')).OwnerMenu);

interface MembersScreenProps {
  space: Space;
  /** The search parameters of the address. */
  search: Record<string, unknown>;
}

/** The members of a space; moderators also see join requests and bans. */
export function MembersScreen({ space, search }: MembersScreenProps) {
  const may = space.permissions;
  const requested: MembersSearch = toMembersSearch(search);
  const tab = (may.canManageMembers && requested.tab) || 'members';
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start gap-3">
        <div className="min-w-min flex-1">
          <h1 className="text-xl">{t('Members')}</h1>
          <MemberFigures space={space} />
        </div>
        {space.membership && (
          <div className="flex items-center gap-1">
            <InviteButton space={space} variant="primary" />
            {may.isOwner && (
              <LazyPopup
                opens="menu"
                popup={ownerMenu}
                popupProps={{ space }}
                button={
                  <IconButton label={t('More member options')}>
                    <Ellipsis size={20} aria-hidden="true" />
                  </IconButton>
                }
              />
            )}
          </div>
        )}
      </div>
      {may.canManageMembers && <ManageTabs space={space} current={tab} />}
      {tab === 'members' && <MemberList key={requested.search} space={space} view={requested} />}
      {tab === 'requests' && <JoinRequests space={space} />}
      {tab === 'banned' && <BanList space={space} />}
    </>
  );
}

/** One line, also on phones: how many are online arrives later, and nothing may move. */
const figuresClass = 'truncate text-soft max-sm:text-sm';

/** `31 members, 4 online`. */
function MemberFigures({ space }: { space: Space }) {
  const { count: online = 0 } = useOnlineNumber(space.id);
  const members = toMemberCount(space.member_count);
  if (online === 0) return <p className={figuresClass}>{members}</p>;
  const isMost = online >= maxOnlineCount;
  const count = isMost ? `${formatNumber(online)}+` : formatNumber(online);
  return <p className={figuresClass}>{t('{members}, {count} online', { members, count })}</p>;
}

function ManageTabs({ space, current }: { space: Space; current: MembersTab }) {
  const requests = useInfiniteQuery(joinRequestPages(space.id)).data?.pages ?? [];
  const waiting = requests.reduce((sum, page) => sum + page.requests.length, 0);
  const isAll = (requests.at(-1)?.next_cursor ?? null) === null;
  const tabs: { tab: MembersTab; label: ReactNode }[] = [
    { tab: 'members', label: t('Members') },
    {
      tab: 'requests',
      label: (
        <span className="inline-flex items-center gap-2">
          {t('Requests')}
          {waiting > 0 && (
            <Badge tone="accent" solid>
              {tRich('{count} <hidden>waiting</hidden>', {
                count: isAll ? formatNumber(waiting) : `${formatNumber(waiting)}+`,
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </Badge>
          )}
        </span>
      ),
    },
    { tab: 'banned', label: t('Banned') },
  ];
  return (
    <nav aria-label={t('Members')} className="tabs mb-4">
      {tabs.map(({ tab, label }) => (
        <Link
          key={tab}
          to="/$subdomain/space/members"
          params={{ subdomain: space.subdomain }}
          search={tab === 'members' ? {} : { tab }}
          replace
          resetScroll={false}
          className="tab inline-flex items-center"
          activeProps={{}}
          aria-current={tab === current ? 'page' : undefined}
          data-active={tab === current ? '' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
