import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { stepFrom } from '../course-tree.ts';
import { moveCourse, publishCourse, readCourseOrder } from '../writing/course-actions.ts';
import { DeleteCourseDialog } from '../writing/course-dialogs.tsx';
import { CourseFormDialog } from '../writing/course-form-dialog.tsx';

export interface CourseCardMenuProps {
  space: Space;
  course: Course;
  viewerId: string;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** What editors can do with a course in the list. Only the owner and admins change the order. */
export function CourseCardMenu({ space, course, viewerId, ...popup }: PopupProps & CourseCardMenuProps) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const { is_published } = course;
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<Pencil {...icon} />} onSelect={() => setDialog('edit')}>
          {t('Edit course')}
        </MenuItem>
        <MenuItem
          icon={is_published ? <EyeOff {...icon} /> : <Eye {...icon} />}
          onSelect={() => void publishCourse(client, course, !is_published)}
        >
          {is_published ? t('Revert to draft') : t('Publish course')}
        </MenuItem>
        {space.permissions.canEditSpace && <MoveItems course={course} />}
        <MenuSeparator />
        <MenuItem icon={<Trash2 {...icon} />} danger onSelect={() => setDialog('delete')}>
          {t('Delete course')}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && (
        <CourseFormDialog spaceId={space.id} viewerId={viewerId} course={course} onClose={close} />
      )}
      {dialog === 'delete' && <DeleteCourseDialog course={course} onClose={close} />}
    </>
  );
}

function MoveItems({ course }: { course: Course }) {
  const client = useQueryClient();
  const order = readCourseOrder(client, course.space_id).map((id) => ({ id }));
  const up = stepFrom(order, course.id, 'up');
  const down = stepFrom(order, course.id, 'down');
  return (
    <>
      <MenuItem
        icon={<ArrowUp {...icon} />}
        disabled={up === undefined}
        onSelect={() => up !== undefined && void moveCourse(client, course, up)}
      >
        {t('Move up')}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown {...icon} />}
        disabled={down === undefined}
        onSelect={() => down !== undefined && void moveCourse(client, course, down)}
      >
        {t('Move down')}
      </MenuItem>
    </>
  );
}
