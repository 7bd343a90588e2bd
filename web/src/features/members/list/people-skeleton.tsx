import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { MemberGrid } from './member-grid.tsx';

/** Placeholder for a list of people, in two columns on wide screens if `columns` is set. */
export function PeopleSkeleton({ rows = 6, columns = false }: { rows?: number; columns?: boolean }) {
  const people = Array.from({ length: rows }, (_, row) => row).map((row) => (
    <li key={row} className="flex items-center gap-3 px-4 py-3">
      <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
      <div className="grid flex-1 gap-2">
        <Skeleton width="10rem" />
        <Skeleton width="14rem" />
      </div>
    </li>
  ));
  return (
    <div aria-busy="true" aria-label={t('Loading')} role="status">
      {columns ? (
        <MemberGrid>{people}</MemberGrid>
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">{people}</ul>
        </Card>
      )}
    </div>
  );
}
