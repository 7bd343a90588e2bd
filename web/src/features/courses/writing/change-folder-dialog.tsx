import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { CourseTree } from '../courses.entity.ts';
import { movePageTo } from './move-items.ts';

interface ChangeFolderDialogProps {
  tree: CourseTree;
  page: CoursePageSummary;
  onClose: () => void;
}

/** The value of the choice that takes a page out of folders. */
const noFolder = 'none';

/** Moves a page to the end of another folder, or out of folders. */
export function ChangeFolderDialog({ tree, page, onClose }: ChangeFolderDialogProps) {
  const client = useQueryClient();
  const current = page.folder_id ?? noFolder;
  const [chosen, setChosen] = useState(current);
  const [isSending, setSending] = useState(false);
  const options = [
    { value: noFolder, label: t('No folder') },
    ...tree.folders.map(({ id, title }) => ({ value: id, label: title })),
  ];
  const move = async () => {
    setSending(true);
    const moved = await movePageTo(client, tree.id, page, chosen === noFolder ? null : chosen);
    setSending(false);
    if (!moved) return;
    const folder = tree.folders.find(({ id }) => id === chosen);
    toast({
      title: folder
        ? t('{page} was moved to {folder}', { page: page.title, folder: folder.title })
        : t('{page} was moved to the root level', { page: page.title }),
    });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('Change folder')}
      description={page.title}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button
            variant="primary"
            loading={isSending}
            disabled={chosen === current}
            onClick={() => void move()}
          >
            {t('Move')}
          </Button>
        </>
      }
    >
      <RadioGroup label={t('Folder')} options={options} value={chosen} onChange={setChosen} />
    </Dialog>
  );
}
