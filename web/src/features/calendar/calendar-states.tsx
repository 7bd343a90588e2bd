import { t } from '#contract/i18n/translate.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

/** Placeholder for days with events. */
export function DaysSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6" role="status" aria-busy="true" aria-label={t('Loading')}>
      {[2, 1, 3].map((rows) => (
        <div key={rows}>
          <Skeleton width="9rem" className="mb-3" />
          <Card flush className="grid grid-cols-1 gap-6 p-4">
            {Array.from({ length: rows }, (_, row) => row).map((row) => (
              <div key={row} className="flex gap-4">
                <Skeleton width="6rem" />
                <div className="grid flex-1 gap-2">
                  <Skeleton width="60%" />
                  <Skeleton width="35%" />
                </div>
              </div>
            ))}
          </Card>
        </div>
      ))}
    </div>
  );
}

/** What is shown if events can't be loaded. */
export const calendarFailure = () => ({
  title: t("Couldn't load the calendar"),
  text: t('Check your connection and try again.'),
});

export function CalendarFailure({ onRetry }: { onRetry: () => void }) {
  const { title, text } = calendarFailure();
  return (
    <LoadFailure title={title} onRetry={onRetry}>
      {text}
    </LoadFailure>
  );
}
