import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CourseFolder } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxCourseTitle } from '#contract/values/limits.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { changeCourse } from './change-course.ts';

interface FolderFormDialogProps {
  courseId: string;
  /** The folder to rename; null adds one. */
  folder: CourseFolder | null;
  onClose: () => void;
}

/** Adds or renames a folder. */
export function FolderFormDialog({ courseId, folder, onClose }: FolderFormDialogProps) {
  const client = useQueryClient();
  const clientId = useRef(newClientId());
  const [title, setTitle] = useState(folder?.title ?? '');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async () => {
    if (title.trim() === '') {
      setProblem(t('Add a title.'));
      return;
    }
    setSending(true);
    const saved = await changeCourse(client, courseId, {
      write: (call) =>
        folder
          ? call('update_course_folder', { folder_id: folder.id, title })
          : call('create_course_folder', { course_id: courseId, client_id: clientId.current, title }),
      failed: folder ? t("Couldn't rename the folder") : t('Failed to create folder'),
    });
    setSending(false);
    if (!saved) return;
    if (!folder) toast({ title: t('Folder created'), description: saved.folder.title });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={folder ? t('Rename folder') : t('Add folder')}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button variant="primary" loading={isSending} onClick={() => void submit()}>
            {folder ? t('Save') : t('Add folder')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void submit();
        }}
      >
        <TextField
          label={t('Title')}
          required
          autoComplete="off"
          maxLength={maxCourseTitle}
          value={title}
          error={problem}
          onChange={({ target }) => {
            setTitle(target.value);
            setProblem('');
          }}
        />
      </form>
    </Dialog>
  );
}
