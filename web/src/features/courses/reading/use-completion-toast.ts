import { useEffect, useRef } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { hasPendingIn } from '../pending-completions.ts';

/** Congratulates when the last page of a course becomes done while it is open, once the server has confirmed it. */
export function useCompletionToast({ id, title, progress }: Course): void {
  /** The last confirmed progress; null for people without progress. */
  const confirmed = useRef<number | null>(null);
  // After each rendering: the progress is the same before and after a mark is confirmed.
  useEffect(() => {
    if (hasPendingIn(id)) return;
    const before = confirmed.current;
    confirmed.current = progress;
    if (before === null || before === 100 || progress !== 100) return;
    toast({ title: t('Course completed'), description: t('You have done all pages of {title}.', { title }) });
  });
}
