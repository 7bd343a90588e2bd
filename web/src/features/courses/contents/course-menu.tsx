import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn, FolderPlus, Link2, LockKeyhole, Pencil, Plus, Trash2 } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { useCourse } from '../course-context.ts';

export interface CourseMenuProps {
  /** On phones, it also copies the link and adds pages, for which wide windows have an address bar and a button. */
  isPhone: boolean;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** What people can do with a course. */
export function CourseMenu({ isPhone, ...popup }: PopupProps & CourseMenuProps) {
  const { space, course } = useCourse();
  const copyLink = () => {
    const path = `/${space.subdomain}/space/classroom/${course.slug}`;
    return copyWithToast(new URL(path, window.location.origin).href, {
      copied: t('Link copied'),
      failed: { title: t('Copy Failed'), description: t('Failed to copy course link') },
    });
  };
  return (
    <Menu {...popup}>
      {isPhone && (
        <MenuItem icon={<Link2 {...icon} />} onSelect={() => void copyLink()}>
          {t('Copy course link')}
        </MenuItem>
      )}
      {course.can_edit && <EditItems isPhone={isPhone} />}
    </Menu>
  );
}

function EditItems({ isPhone }: CourseMenuProps) {
  const { space, course, address, openDialog, newPage } = useCourse();
  return (
    <>
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => openDialog({ kind: 'edit-course' })}>
        {t('Edit course')}
      </MenuItem>
      <MenuItem
        icon={<LockKeyhole {...icon} />}
        onSelect={() => openDialog({ kind: 'access', item: { kind: 'course', id: course.id } })}
      >
        {t('Who can open this')}
      </MenuItem>
      <MenuItem icon={<FolderPlus {...icon} />} onSelect={() => openDialog({ kind: 'add-folder' })}>
        {t('Add folder')}
      </MenuItem>
      {isPhone && (
        <MenuItem icon={<Plus {...icon} />} onSelect={() => newPage(null)}>
          {t('Add page')}
        </MenuItem>
      )}
      <MenuLink
        icon={<ChartNoAxesColumn {...icon} />}
        render={
          <Link
            to="/$subdomain/space/classroom/$course/progress"
            params={{ subdomain: space.subdomain, course: address }}
          />
        }
      >
        {t('Progress of members')}
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<Trash2 {...icon} />} danger onSelect={() => openDialog({ kind: 'delete-course' })}>
        {t('Delete course')}
      </MenuItem>
    </>
  );
}
