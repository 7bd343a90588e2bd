import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

/** Placeholders for posts that are loading. */
export function FeedSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only" role="status">
        {t('Loading posts')}
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical.
        <Card key={index}>
          <div className="flex items-center gap-3">
            <Skeleton shape="circle" />
            <div className="flex-1">
              <Skeleton width="35%" />
              <Skeleton width="20%" />
            </div>
          </div>
          <div className="mt-3">
            <Skeleton width="65%" height="1.125rem" />
            <Skeleton />
            <Skeleton width="80%" />
          </div>
        </Card>
      ))}
    </div>
  );
}
