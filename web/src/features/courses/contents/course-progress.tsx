import { t } from '#contract/i18n/translate.ts';
import { ProgressBar } from '#web/ui/progress.tsx';
import { useCourse } from '../course-context.ts';

/** The viewer's progress in the course; nothing for people without one, and in a course without pages. */
export function CourseProgress({ className }: { className: string }) {
  const { course } = useCourse();
  if (course.progress === null || course.page_count === 0) return null;
  return (
    <ProgressBar
      className={className}
      label={t('{completed} of {count, plural, one {# page} other {# pages}} done', {
        completed: course.completed_count,
        count: course.page_count,
      })}
      value={course.progress / 100}
    />
  );
}
