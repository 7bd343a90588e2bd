import type { leaderboardEndpoints } from '#contract/features/leaderboard/leaderboard.ts';
import { t } from '#contract/i18n/translate.ts';
import type { EndpointOutput } from '#contract/schema/endpoint.ts';
import type { Account } from '#contract/users.ts';
import { toLevelProgress, toPointsMissing } from '#contract/values/levels.ts';
import { toLevelTitle, toNextLevelText, toPointsText } from '#web/features/points/index.ts';
import { Avatar, AvatarLevel } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProgressBar, Skeleton } from '#web/ui/progress.tsx';

export type MyLeaderboardEntry = NonNullable<
  EndpointOutput<(typeof leaderboardEndpoints)['get_leaderboard']>['viewer_rank']
>;

/** The viewer's level and progress to the next one. */
export function MyRank({
  entry,
  viewer,
}: {
  entry: MyLeaderboardEntry;
  viewer: Pick<Account, 'id' | 'full_name' | 'avatar_url'>;
}) {
  const missing = toPointsMissing(entry.total_points);
  return (
    <Card className="flex items-center gap-4 sm:gap-5">
      <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="xl">
        <AvatarLevel level={entry.level} />
      </Avatar>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-lg font-semibold">{toLevelTitle(entry.level, entry.level_name)}</h2>
        <p className="mb-2 text-sm text-soft">
          {missing === null
            ? t('{points, plural, one {# point} other {# points}}, the highest level', {
                points: entry.total_points,
              })
            : toNextLevelText(missing, entry.level)}
        </p>
        <ProgressBar
          label={t('Progress to next level')}
          labelHidden
          value={toLevelProgress(entry.total_points)}
          valueText={toPointsText(entry.total_points)}
        />
        {!entry.is_ranked && (
          <p className="mt-2 text-sm text-faint">{t("Owners and admins aren't ranked.")}</p>
        )}
      </div>
    </Card>
  );
}

/** Placeholder of `MyRank`, with its height. */
export function MyRankSkeleton({ isRanked }: { isRanked: boolean }) {
  return (
    <Card className="flex items-center gap-4 sm:gap-5" aria-busy="true">
      <Skeleton shape="circle" width="4rem" height="4rem" />
      <div className="min-w-0 flex-1">
        <Skeleton width="7rem" height="1.75rem" />
        <Skeleton width="11rem" className="mb-2" />
        <Skeleton />
        {!isRanked && <Skeleton width="12rem" className="mt-2" />}
      </div>
    </Card>
  );
}
