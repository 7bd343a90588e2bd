import '#web/styles/lazy/classroom.css';
import { Link2, Pencil, Share } from 'lucide-react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useCourse } from '../course-context.ts';

export interface LessonMenuProps {
  page: CoursePageSummary;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** What people can do with a page on phones. Only the owner edits it here. */
export function LessonMenu({ page, ...popup }: PopupProps & LessonMenuProps) {
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
    <Menu {...popup}>
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
