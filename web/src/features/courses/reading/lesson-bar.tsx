import { BookOpen, ChevronLeft, Ellipsis, Link2, Pencil, Share } from 'lucide-react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useCourse } from '../course-context.ts';
import { DoneButton } from './done-button.tsx';

interface LessonBarProps {
  page: CoursePageSummary;
  isReading: boolean;
  onReading: () => void;
  onBack: () => void;
}

/** The bar above a page on phones. */
export function LessonBar({ page, isReading, onReading, onBack }: LessonBarProps) {
  return (
    <div className="course-bar">
      <IconButton label={t('Back')} onClick={onBack}>
        <ChevronLeft size={22} aria-hidden="true" />
      </IconButton>
      <span className="flex-1" />
      <IconButton label={t('Reading mode')} pressed={isReading} onClick={onReading}>
        <BookOpen size={20} aria-hidden="true" />
      </IconButton>
      <DoneButton page={page} isSmall />
      <LessonMenu page={page} />
    </div>
  );
}

const icon = { size: 18, 'aria-hidden': true } as const;

function LessonMenu({ page }: { page: CoursePageSummary }) {
  const { space, course, editPage } = useCourse();
  const toUrl = () =>
    new URL(`/${space.subdomain}/space/classroom/${course.slug}?md=${page.id}`, window.location.origin).href;
  const copyLink = () =>
    copyWithToast(toUrl(), {
      copied: t('Link copied'),
      failed: { title: t('Copy failed'), description: t('Failed to copy lesson link') },
    });
  const share = async () => {
    if (!('share' in navigator)) return copyLink();
    // Rejects if the person chooses nobody.
    await navigator.share({ title: page.title, url: toUrl() }).catch(() => {});
  };
  return (
    <Menu
      trigger={
        <IconButton label={t('Options of the page')}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
        {t('Copy page link')}
      </MenuItem>
      <MenuItem icon={<Share {...icon} />} onSelect={() => void share()}>
        {t('Share lesson')}
      </MenuItem>
      {space.membership?.role === 'owner' && (
        <MenuItem icon={<Pencil {...icon} />} onSelect={() => editPage(page)}>
          {t('Edit')}
        </MenuItem>
      )}
    </Menu>
  );
}
