import { t } from '#contract/i18n/translate.ts';
import type { RankedMember } from '#contract/leaderboard.ts';
import { BadgeIcons, MemberCardButton, SpaceAvatar } from '#web/features/points/index.ts';
import { toCount } from '#web/lib/member-count.ts';

interface RankRowProps {
  member: Omit<RankedMember, 'rank'> & { rank: number | null };
  spaceId: string;
  isOwn: boolean;
}

/** A leaderboard row: rank, member, badges, points. */
export function RankRow({ member, spaceId, isOwn }: RankRowProps) {
  const { rank, user, points, badges } = member;
  return (
    <li data-row={user.id} data-own={isOwn ? '' : undefined} className="rank-row">
      <span className="rank" data-rank={rank ?? undefined}>
        <span className="sr-only">Rank </span>
        {rank === null ? '…' : toCount(rank)}
      </span>
      <SpaceAvatar person={user} spaceId={spaceId} />
      <div className="min-w-0 flex-1">
        <MemberCardButton spaceId={spaceId} userId={user.id} name={user.full_name}>
          {user.full_name}
        </MemberCardButton>
        {isOwn && <p className="text-sm text-soft">{t('You')}</p>}
      </div>
      <span className="max-sm:hidden">
        <BadgeIcons badges={badges} />
      </span>
      <span className="min-w-12 flex-none text-right font-semibold tabular-nums">
        {toCount(points)}
        <span className="sr-only"> {points === 1 ? 'point' : 'points'}</span>
      </span>
    </li>
  );
}
