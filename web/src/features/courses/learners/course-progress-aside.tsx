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
            'Counts all members except the owner and admins, and only published pages. The average covers members who have started. Unpublished pages keep their progress and count again once you publish them.',
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
