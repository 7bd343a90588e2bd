import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Course, CourseFolder, CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import type { SupposedMember } from '#web/features/access/index.ts';
import { CertificatesDialog } from '#web/features/certificates/index.ts';
import { QuizEditorDialog, QuizStatisticsDialog } from '#web/features/quizzes/index.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { CourseItem } from '../access/access.api.ts';
import { CourseAccessDialog } from '../access/course-access-dialog.tsx';
import { refetchCourse } from '../courses.api.ts';
import type { CourseTree } from '../courses.entity.ts';
import { PageHistoryDialog } from '../history/page-history-dialog.tsx';
import { setCompletion } from '../set-completion.ts';
import { ChangeFolderDialog } from './change-folder-dialog.tsx';
import { deleteCourse } from './course-actions.ts';
import { CourseFormDialog } from './course-form-dialog.tsx';
import { deleteFolder } from './folder-actions.ts';
import { FolderFormDialog } from './folder-form-dialog.tsx';
import { deletePage, publishPage } from './page-actions.ts';

/** A dialog of the page of a course, and what it's about. */
export type CourseDialog =
  | { kind: 'edit-course' | 'delete-course' | 'add-folder' | 'certificates' }
  | { kind: 'access'; item: CourseItem }
  | { kind: 'rename-folder' | 'delete-folder'; folder: CourseFolder }
  | {
      kind:
        | 'mark-incomplete'
        | 'delete-page'
        | 'publish-page'
        | 'change-folder'
        | 'page-history'
        | 'quiz'
        | 'quiz-results';
      page: CoursePageSummary;
    };

interface CourseDialogsProps {
  course: Course;
  tree: CourseTree;
  viewerId: string;
  dialog: CourseDialog;
  onClose: () => void;
  /** Shows the course as a supposed member sees it. */
  onSeeAs: (member: SupposedMember) => void;
  /** Called after the course was deleted. */
  onDeleted: () => void;
}

/** The open dialog of the page of a course. */
export function CourseDialogs({
  course,
  tree,
  viewerId,
  dialog,
  onClose,
  onSeeAs,
  onDeleted,
}: CourseDialogsProps) {
  const client = useQueryClient();
  switch (dialog.kind) {
    case 'edit-course':
      return (
        <CourseFormDialog spaceId={course.space_id} viewerId={viewerId} course={course} onClose={onClose} />
      );
    case 'access':
      return <CourseAccessDialog {...{ course, tree, viewerId, onSeeAs, onClose }} item={dialog.item} />;
    case 'delete-course':
      return <DeleteCourseDialog course={course} onClose={onClose} onDeleted={onDeleted} />;
    case 'add-folder':
      return <FolderFormDialog courseId={course.id} folder={null} onClose={onClose} />;
    case 'rename-folder':
      return <FolderFormDialog courseId={course.id} folder={dialog.folder} onClose={onClose} />;
    case 'change-folder':
      return <ChangeFolderDialog tree={tree} page={dialog.page} onClose={onClose} />;
    case 'delete-folder':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={t('Delete folder?')}
          description={t('{title} and its pages will be deleted. You can undo this.', {
            title: dialog.folder.title,
          })}
          confirm={t('Delete folder')}
          onConfirm={() => {
            onClose();
            void deleteFolder(client, course.id, dialog.folder);
          }}
        />
      );
    case 'delete-page':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={t('Delete page?')}
          description={t('{title} will be deleted. You can undo this.', { title: dialog.page.title })}
          confirm={t('Delete page')}
          onConfirm={() => {
            onClose();
            void deletePage(client, course.id, dialog.page);
          }}
        />
      );
    case 'mark-incomplete':
      return <MarkIncompleteDialog courseId={course.id} page={dialog.page} onClose={onClose} />;
    case 'quiz':
      return (
        <QuizEditorDialog
          pageId={dialog.page.id}
          viewerId={viewerId}
          onClose={onClose}
          onChanged={() => void refetchCourse(client, course.id)}
        />
      );
    case 'certificates':
      return <CertificatesDialog courseId={course.id} onClose={onClose} />;
    case 'quiz-results':
      return <QuizStatisticsDialog pageId={dialog.page.id} onClose={onClose} />;
    case 'page-history':
      return <PageHistoryDialog courseId={course.id} page={dialog.page} onClose={onClose} />;
    case 'publish-page':
      return <PublishDialog courseId={course.id} page={dialog.page} onClose={onClose} />;
  }
}

interface PageDialogProps {
  courseId: string;
  page: CoursePageSummary;
  onClose: () => void;
}

/** Asks before a page is marked as incomplete that is open only because it's done. */
function MarkIncompleteDialog({ courseId, page, onClose }: PageDialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Mark as incomplete?')}
      description={t("{title} is open to you because you've done it. It will be locked again.", {
        title: page.title,
      })}
      confirm={t('Mark as incomplete')}
      onConfirm={() => {
        onClose();
        void setCompletion(client, courseId, page.id, false);
      }}
    />
  );
}

/** Asks before a page is published or reverted to a draft. */
function PublishDialog({ courseId, page, onClose }: PageDialogProps) {
  const client = useQueryClient();
  const { title, is_published } = page;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      variant="primary"
      title={is_published ? t('Revert to draft?') : t('Publish page?')}
      description={
        is_published
          ? t('Members will no longer see {title}.', { title })
          : t('Members will see {title}.', { title })
      }
      confirm={is_published ? t('Revert to draft') : t('Publish page')}
      onConfirm={() => {
        onClose();
        void publishPage(client, courseId, page, !is_published);
      }}
    />
  );
}

interface DeleteCourseDialogProps {
  course: Course;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a course is deleted. */
export function DeleteCourseDialog({ course, onClose, onDeleted }: DeleteCourseDialogProps) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const isDeleted = await deleteCourse(client, course);
    onClose();
    if (isDeleted) onDeleted?.();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete course?')}
      description={t('{title} and all its pages will be deleted. You can undo this.', {
        title: course.title,
      })}
      confirm={t('Delete course')}
      isPending={isPending}
      onConfirm={() => void confirm()}
    />
  );
}
