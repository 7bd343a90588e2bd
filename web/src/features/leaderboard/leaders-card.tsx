import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberCardButton, toPointsText } from '#web/features/points/index.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { SideCard } from '#web/ui/page/side-card.tsx';
import { leaderboardQuery } from './leaderboard.api.ts';

const shown = 5;

interface LeadersCardProps {
  space: Space;
  /** Whether the page that shows it is a tab: the link to another tab then replaces the current history entry. */
  isOnTab: boolean;
}

/** The first five of the leaderboard of the last 7 days, and the viewer's rank. Nothing if no one has points. */
export function LeadersCard({ space, isOnTab }: LeadersCardProps) {
  const { data } = useQuery(leaderboardQuery(space.id, '7d'));
  if (!data || data.top.length === 0) return null;
  const rank = data.viewer_rank?.rank;
  return (
    <SideCard
      title={t('Leaderboard, 7 days')}
      footer={
        <Link to="/$subdomain/space/leaderboard" params={{ subdomain: space.subdomain }} replace={isOnTab}>
          {rank ? t('Your rank: {rank}', { rank: toCount(rank) }) : t('See leaderboard')}
        </Link>
      }
    >
      <ol>
        {data.top.slice(0, shown).map(({ rank, user, points }) => (
          <li key={user.id} className="side-row">
            <span className="w-3 flex-none text-center text-faint tabular-nums">{rank}</span>
            <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size="xs" />
            <span className="min-w-0 flex-1">
              <MemberCardButton spaceId={space.id} userId={user.id} name={user.full_name}>
                {user.full_name}
              </MemberCardButton>
            </span>
            <span className="flex-none text-soft tabular-nums" title={toPointsText(points)}>
              +{toCount(points)}
            </span>
          </li>
        ))}
      </ol>
    </SideCard>
  );
}
