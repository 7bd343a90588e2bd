import { Link } from '@tanstack/react-router';
import { ArrowLeft, Ellipsis, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { useCourse } from '../course-context.ts';
import { CourseProgress } from './course-progress.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

/** The head of the contents on wide windows. `isHeading` if no page with a heading is beside it. */
export function CourseSideHead({ isHeading }: { isHeading: boolean }) {
  const { space, course, newPage, isCreating } = useCourse();
  const Title = isHeading ? 'h1' : 'p';
  return (
    <div className="mb-3">
      <Link
        to="/$subdomain/space/classroom"
        params={{ subdomain: space.subdomain }}
        className="hit -ml-1 inline-flex items-center gap-1.5 rounded-sm px-1 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {t('Back to Courses')}
      </Link>
      <div className="mt-2 flex items-start gap-2">
        <Title className="min-w-0 flex-1 text-lg leading-6 font-semibold wrap-anywhere">{course.title}</Title>
        {!course.is_published && <Badge>{t('Draft')}</Badge>}
        {course.can_edit && (
          <Menu
            trigger={
              <IconButton label={t('Options of the course')} size="sm">
                <Ellipsis size={20} aria-hidden="true" />
              </IconButton>
            }
          >
            <CourseEditItems />
          </Menu>
        )}
      </div>
      <CourseProgress className="mt-3" />
      {course.can_edit && (
        <Button
          block
          className="mt-4"
          icon={<Plus {...icon} />}
          disabled={isCreating}
          onClick={() => newPage(null)}
        >
          {isCreating ? t('Creating...') : t('New page')}
        </Button>
      )}
    </div>
  );
}

/** The items of a course's menu that change it. `withPage` adds a page, where no other button does. */
export function CourseEditItems({ withPage = false }: { withPage?: boolean }) {
  const { openDialog, newPage } = useCourse();
  return (
    <>
      <MenuItem icon={<Pencil {...icon} />} onSelect={() => openDialog({ kind: 'edit-course' })}>
        {t('Edit course')}
      </MenuItem>
      <MenuItem icon={<FolderPlus {...icon} />} onSelect={() => openDialog({ kind: 'add-folder' })}>
        {t('Add folder')}
      </MenuItem>
      {withPage && (
        <MenuItem icon={<Plus {...icon} />} onSelect={() => newPage(null)}>
          {t('Add page')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 {...icon} />} danger onSelect={() => openDialog({ kind: 'delete-course' })}>
        {t('Delete course')}
      </MenuItem>
    </>
  );
}
