import { useEffect, useRef } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Congratulates when the last page of a course becomes done while it is open. */
export function useCompletionToast({ id, title, progress }: Course): void {
  const before = useRef({ id, progress });
  useEffect(() => {
    const last = before.current;
    before.current = { id, progress };
    if (last.id !== id || last.progress === null || last.progress === 100 || progress !== 100) return;
    toast({ title: t('Course completed'), description: t('You have done all pages of {title}.', { title }) });
  }, [id, title, progress]);
}
