import '#web/styles/lazy/leaderboard.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trophy } from 'lucide-react';
import { useState } from 'react';
import type { LeaderboardPeriod } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { openComposer } from '#web/lib/open-composer.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { leaderboardQuery, toPeriod } from './leaderboard.api.ts';
import { MyRank, MyRankSkeleton } from './my-rank.tsx';
import { PeriodChips } from './period-chips.tsx';
import { RankPages } from './rank-pages.tsx';
import { RankRow } from './rank-row.tsx';
import { RanksSkeleton } from './ranks-skeleton.tsx';
import { useFlipAnimation } from './use-flip-animation.ts';

const levelsDialog = lazyOverlay<{ space: Space }>(
  async () => (await import('./levels-dialog.tsx')).LevelsDialog,
);

/** The leaderboard of a space with the viewer's rank. */
export function LeaderboardScreen({ space, search }: { space: Space; search: { period?: unknown } }) {
  const period = toPeriod(search.period);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('Leaderboard')}</h1>
          <p className="text-soft">{t('Earn a point when someone likes your post or comment.')}</p>
        </div>
        <LazyPopup
          popup={levelsDialog}
          popupProps={{ space }}
          button={<Button>{t('How levels work')}</Button>}
        />
      </div>
      <Ranks space={space} period={period} />
    </div>
  );
}

function Ranks({ space, period }: { space: Space; period: LeaderboardPeriod }) {
  const viewer = useViewer();
  const board = useQuery({ ...leaderboardQuery(space.id, period), placeholderData: keepPreviousData });
  const list = useFlipAnimation<HTMLOListElement>();
  const [fullListPeriod, setFullListPeriod] = useState<LeaderboardPeriod | null>(null);
  if (board.isError && !board.data) {
    return (
      <>
        <PeriodChips space={space} period={period} />
        <LoadFailure title={t("Couldn't load the leaderboard")} onRetry={() => void board.refetch()} />
      </>
    );
  }
  const data = board.data;
  const isOwn = (id: string) => id === viewer?.id;
  return (
    <>
      {data?.viewer_rank && viewer && <MyRank entry={data.viewer_rank} viewer={viewer} />}
      {/* Only members have a rank; its room is kept, so that the list doesn't move. */}
      {!data && space.membership && <MyRankSkeleton isRanked={space.membership.role === 'member'} />}
      <PeriodChips space={space} period={period} />
      {!data ? (
        <RanksSkeleton />
      ) : fullListPeriod === period ? (
        <RankPages space={space} period={period} viewerId={viewer?.id ?? null} />
      ) : (
        <div
          className="grid grid-cols-1 gap-4"
          aria-busy={board.isPlaceholderData}
          data-waiting={board.isPlaceholderData ? '' : undefined}
        >
          <Card flush>
            {data.top.length === 0 ? (
              <NoRanks space={space} isRanked={data.viewer_rank?.is_ranked !== false} />
            ) : (
              <ol ref={list} aria-label={t('Top 10')} className="divide-y divide-line">
                {data.top.map((member) => (
                  <RankRow
                    key={member.user.id}
                    member={member}
                    spaceId={space.id}
                    isOwn={isOwn(member.user.id)}
                  />
                ))}
              </ol>
            )}
          </Card>
          {data.around.length > 0 && (
            <Card flush>
              <ol aria-label={t('Your rank')} className="divide-y divide-line">
                {data.around.map((member) => (
                  <RankRow
                    key={member.user.id}
                    member={member}
                    spaceId={space.id}
                    isOwn={isOwn(member.user.id)}
                  />
                ))}
              </ol>
            </Card>
          )}
          {data.next_cursor !== null && (
            <Button className="justify-self-center" onClick={() => setFullListPeriod(period)}>
              {t('Show all')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function NoRanks({ space, isRanked }: { space: Space; isRanked: boolean }) {
  return (
    <EmptyState
      icon={<Trophy size={24} aria-hidden="true" />}
      title={t('No points in this period yet')}
      action={
        space.permissions.canCreateContent && (
          <Button
            render={<Link to="/$subdomain/space" params={{ subdomain: space.subdomain }} replace />}
            onClick={() => openComposer(space.id)}
          >
            {t('Write a post')}
          </Button>
        )
      }
    >
      {isRanked
        ? t('Be the first to earn points when others like your posts.')
        : t('Members show up here when others like what they write.')}
    </EmptyState>
  );
}
