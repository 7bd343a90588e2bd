import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

/** Placeholder of the cards below the space. */
export const CardSkeleton = () => (
  <Card flush className="side-card" aria-busy="true">
    <Skeleton width="6rem" />
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex h-12 items-center gap-3">
        <Skeleton shape="block" width="2.5rem" height="2.5rem" className="flex-none" />
        <Skeleton width="70%" />
      </div>
    ))}
  </Card>
);

/** Placeholder of the second column. */
export const RailSkeleton = () => (
  <>
    <Card flush aria-busy="true" className="side-space">
      <Skeleton width="8rem" />
      <Skeleton />
      <Skeleton width="60%" />
    </Card>
    <CardSkeleton />
  </>
);
