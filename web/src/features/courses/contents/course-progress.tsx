import { t } from '#contract/i18n/translate.ts';
import { CertificateButton } from '#web/features/certificates/index.ts';
import { ProgressBar } from '#web/ui/progress.tsx';
import { useCourse } from '../course-context.ts';

/** The viewer's progress in the course; nothing for people without one, and in a course without pages. */
export function CourseProgress({ className }: { className: string }) {
  const { course, isPreview } = useCourse();
  if (course.progress === null || course.page_count === 0) return null;
  return (
    <div className={className}>
      <ProgressBar
        label={t('{completed} of {count, plural, one {# page} other {# pages}} done', {
          completed: course.completed_count,
          count: course.page_count,
        })}
        value={course.progress / 100}
      />
      {!isPreview && <CertificateButton courseId={course.id} isCompleted={course.progress === 100} />}
    </div>
  );
}
