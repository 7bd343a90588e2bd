import { Ellipsis } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { ButtonSize } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { CourseMenuProps } from './course-menu.tsx';

const courseMenu = lazyOverlay<CourseMenuProps>(async () => (await import('./course-menu.tsx')).CourseMenu);

interface CourseMenuButtonProps {
  size?: ButtonSize;
  /** Whether it's the menu of phones. */
  isPhone?: boolean;
}

/** Opens the menu of a course. */
export function CourseMenuButton({ size = 'md', isPhone = false }: CourseMenuButtonProps) {
  return (
    <LazyPopup
      opens="menu"
      popup={courseMenu}
      popupProps={{ isPhone }}
      button={
        <IconButton label={t('Options of the course')} size={size}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
