import '#web/styles/lazy/leaderboard.css';
import type { ReactNode } from 'react';
import type { RankedMember } from '#contract/features/leaderboard/leaderboard.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberCardButton, SpaceAvatar } from '#web/features/points/index.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';

interface RankRowProps {
  member: Omit<RankedMember, 'rank'> & { rank: number | null };
  spaceId: string;
  isOwn: boolean;
}

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

/** A leaderboard row: rank, member, points. */
export function RankRow({ member, spaceId, isOwn }: RankRowProps) {
  const { rank, user, points } = member;
  return (
    <li data-row={user.id} data-own={isOwn ? '' : undefined} className="rank-row">
      <span className="rank" data-rank={rank ?? undefined}>
        {tRich('<hidden>Rank</hidden> {rank}', { rank: rank === null ? '…' : toCount(rank), hidden })}
      </span>
      <SpaceAvatar person={user} spaceId={spaceId} />
      <div className="min-w-0 flex-1">
        <MemberCardButton spaceId={spaceId} userId={user.id} name={user.full_name}>
          {user.full_name}
        </MemberCardButton>
        {isOwn && <p className="text-sm text-soft">{t('You')}</p>}
      </div>
      <span className="flex-none text-right text-sm text-soft tabular-nums">
        {tRich('<number>{points}</number> {count, plural, one {point} other {points}}', {
          points: toCount(points),
          count: points,
          number: (text) => <span className="text-base font-semibold text-ink">{text}</span>,
        })}
      </span>
    </li>
  );
}
