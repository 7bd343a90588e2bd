import { Skeleton } from '#web/ui/progress.tsx';

/** In place of the text of a page. */
export function TextSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3 py-4" aria-hidden="true">
      <Skeleton width="55%" height="1.75rem" className="mb-3" />
      {[100, 96, 98, 60, 99, 92, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
