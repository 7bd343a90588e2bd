import { FileText } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { useCourse } from '../course-context.ts';
import { OnDesktop } from './device.tsx';

/** In place of a page, in a course without pages. On phones, the overview says so. */
export function EmptyCourse() {
  const { course, newPage } = useCourse();
  if (!course.can_edit)
    return (
      <OnDesktop>
        <EmptyState
          icon={<FileText size={26} aria-hidden="true" />}
          title={t("This course doesn't have any lessons yet.")}
        />
      </OnDesktop>
    );
  return (
    <OnDesktop>
      <Card>
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl">{t('New page')}</h2>
          <Button disabled>{t('Mark as done')}</Button>
        </div>
        <Button variant="quiet" className="mt-3 -ml-3" onClick={() => newPage(null)}>
          {t('Start writing')}
        </Button>
      </Card>
    </OnDesktop>
  );
}
