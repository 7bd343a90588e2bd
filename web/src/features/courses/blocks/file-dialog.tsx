import '#web/styles/lazy/classroom.css';
import { useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { accepted, uploadSpaceFile, useSingleUpload } from '#web/features/uploads/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/fields/field.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { toReadableSize } from '#web/ui/fields/readable-size.ts';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import type { NewBlock } from '#web/ui/rich-text/added-blocks.ts';

interface FileDialogProps {
  spaceId: string;
  onAdd: (added: NewBlock) => void;
  onClose: () => void;
}

/** Uploads a document that readers of the page can download. */
export function FileDialog({ spaceId, onAdd, onClose }: FileDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const { take, stop, progress, problem } = useSingleUpload({
    accept: accepted.documents,
    maxSize: maxFileBytes.document,
    upload: (file, transfer) => uploadSpaceFile(file, 'course_file', { space_id: spaceId, ...transfer }),
    onUploaded: ({ id, file_name }) => onAdd({ kind: 'file', reference: id, label: file_name }),
    failed: t("Couldn't upload the file."),
  });
  const isUploading = progress !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeOnOutside={!isUploading}
      size="sm"
      title={t('Add resource file')}
      footer={<DialogClose render={<Button>{t('CANCEL')}</Button>} />}
    >
      <div className="upload-area">
        {isUploading ? (
          <>
            <ProgressBar label={t('Uploading…')} value={progress} />
            <Button size="sm" variant="quiet" onClick={stop}>
              {t('Stop')}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" onClick={() => input.current?.click()}>
              {t('Select file')}
            </Button>
            <p className="text-sm text-soft">
              {t('PDF, Word, text or Markdown, up to {size}', {
                size: toReadableSize(maxFileBytes.document),
              })}
            </p>
          </>
        )}
      </div>
      {problem && <Problem>{problem}</Problem>}
      <FileInput
        ref={input}
        label={t('File')}
        accept={accepted.documents}
        onFiles={(files) => void take(files)}
      />
    </Dialog>
  );
}
