import { Download } from 'lucide-react';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { StickyColumn } from '#web/ui/page/page-grid.tsx';
import { SideCard } from '#web/ui/page/side-card.tsx';

/** What the numbers mean, and the list as a file. */
export function CourseProgressAside({ course }: { course: Course }) {
  return (
    <StickyColumn>
      <SideCard title={t('What is counted')}>
        <p className="text-sm text-soft">
          {t(
            "All members of the space except its owner and admins, and published pages only. The average is of those who have started. Pages that aren't published keep what was done on them and count again when you publish them.",
          )}
        </p>
        <Button
          block
          className="mt-4"
          icon={<Download size={18} aria-hidden="true" />}
          render={<a href={`/api/courses/${course.id}/learners.csv`} download />}
        >
          {t('Download as CSV')}
        </Button>
      </SideCard>
    </StickyColumn>
  );
}
