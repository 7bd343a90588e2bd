import { useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck, ListChecks } from 'lucide-react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCourse } from '../course-context.ts';
import { locksOf } from '../locks/page-locks.ts';
import { setCompletion } from '../set-completion.ts';
import { vibrate } from './use-lesson-gestures.ts';

interface DoneButtonProps {
  page: CoursePageSummary;
  /** In the bar of phones: without a border, and a page that is done has the icon only. */
  isSmall?: boolean;
}

/** Marks a page as done or not done; nothing for people without progress. */
export function DoneButton({ page, isSmall = false }: DoneButtonProps) {
  const client = useQueryClient();
  const { course, tree, hasProgress, isPreview, openDialog } = useCourse();
  if (!hasProgress || isPreview) return null;
  const isDone = page.completed_at !== null;
  if (page.has_quiz) return isDone ? <DoneMark /> : <ToQuizButton isSmall={isSmall} />;
  const toggle = () => {
    vibrate(30);
    // What is done stays open. Once it isn't, its rules lock it again.
    if (isDone && locksOf(course, tree, { ...page, completed_at: null }).length > 0)
      openDialog({ kind: 'mark-incomplete', page });
    else void setCompletion(client, tree.id, page.id, !isDone);
  };
  const label = isDone ? t('Mark as incomplete') : t('Mark as done');
  const icon = isDone ? (
    <CircleCheck size={isSmall ? 22 : 18} className="text-accent-text" aria-hidden="true" />
  ) : (
    <Circle size={isSmall ? 22 : 18} aria-hidden="true" />
  );
  if (isSmall && isDone)
    return (
      <IconButton label={label} onClick={toggle}>
        {icon}
      </IconButton>
    );
  return (
    <Button variant={isSmall ? 'quiet' : 'secondary'} icon={icon} onClick={toggle}>
      {label}
    </Button>
  );
}

/** Leads to the quiz of the page, which is done when that is passed. */
function ToQuizButton({ isSmall }: { isSmall: boolean }) {
  const show = () => document.getElementById('quiz')?.scrollIntoView({ block: 'start' });
  const icon = <ListChecks size={isSmall ? 22 : 18} aria-hidden="true" />;
  return (
    <Button variant={isSmall ? 'quiet' : 'secondary'} icon={icon} onClick={show}>
      {t('Take the quiz')}
    </Button>
  );
}

/** Says that a page is done whose quiz was passed, which isn't taken back. */
function DoneMark() {
  return (
    <span className="flex min-h-9 items-center gap-2 font-medium">
      <CircleCheck size={18} className="text-accent-text" aria-hidden="true" />
      {t('Done')}
    </span>
  );
}
