import { useEffect, useRef } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/**
 * Congratulates when the last page of a course becomes done while it is open. A mark that is taken back and comes again, as after a
 * failed request, isn't news.
 */
export function useCompletionToast({ title, progress, completed_count }: Course): void {
  const isMember = progress !== null;
  /** How many pages were done when all were last; 0 if they never were, null for people without progress. */
  const finished = useRef<number | null>(null);
  useEffect(() => {
    const count = progress === 100 ? completed_count : 0;
    const before = finished.current;
    finished.current = isMember ? count || (before ?? 0) : null;
    if (before === null || count <= before) return;
    toast({ title: t('Course completed'), description: t('You have done all pages of {title}.', { title }) });
  }, [title, isMember, progress, completed_count]);
}
