import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

/** Placeholder for a list of people. */
export function PeopleSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Card flush aria-busy="true" aria-label={t('Loading')}>
      <ul className="divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <li key={row} className="flex items-center gap-3 px-4 py-3">
            <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
            <div className="grid flex-1 gap-2">
              <Skeleton width="10rem" />
              <Skeleton width="14rem" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
