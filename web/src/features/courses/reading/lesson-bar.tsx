import '#web/styles/lazy/classroom.css';
import { BookOpen, ChevronLeft, Ellipsis } from 'lucide-react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { DoneButton } from './done-button.tsx';
import type { LessonMenuProps } from './lesson-menu.tsx';

const lessonMenu = lazyOverlay<LessonMenuProps>(async () => (await import('./lesson-menu.tsx')).LessonMenu);

interface LessonBarProps {
  page: CoursePageSummary;
  isLocked: boolean;
  isReading: boolean;
  onReading: () => void;
  onBack: () => void;
}

/** The bar above a page on phones. */
export function LessonBar({ page, isLocked, isReading, onReading, onBack }: LessonBarProps) {
  return (
    <div className="course-bar">
      <IconButton label={t('Back')} onClick={onBack}>
        <ChevronLeft size={22} aria-hidden="true" />
      </IconButton>
      <span className="flex-1" />
      <IconButton label={t('Reading mode')} pressed={isReading} onClick={onReading}>
        <BookOpen size={20} aria-hidden="true" />
      </IconButton>
      {!isLocked && <DoneButton page={page} isSmall />}
      <LazyPopup
        opens="menu"
        popup={lessonMenu}
        popupProps={{ page }}
        button={
          <IconButton label={t('Options of the page')}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}
