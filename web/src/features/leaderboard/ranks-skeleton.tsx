import '#web/styles/lazy/leaderboard.css';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

/** Placeholder rows of the leaderboard. */
export function RanksSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <Card flush aria-busy="true" aria-label={t('Loading')}>
      <ul className="divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <li key={row} className="rank-row">
            <Skeleton width="1.5rem" />
            <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
            <span className="flex-1">
              <Skeleton width="9rem" />
            </span>
            <Skeleton width="2rem" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
