import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { type Attachments, acceptedFiles } from '#web/features/uploads/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface AddFilesButtonProps {
  attachments: Attachments;
  /** Only an icon. */
  isCompact: boolean;
}

/** Chooses files to attach. */
export function AddFilesButton({ attachments: { items, max, add }, isCompact }: AddFilesButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isSingle = max === 1;
  const disabled = items.length >= max;
  const open = () => picker.current?.click();
  return (
    <>
      <FileInput
        ref={picker}
        label={isSingle ? t('Choose an image or file') : t('Choose files')}
        accept={acceptedFiles}
        multiple={!isSingle}
        onFiles={add}
      />
      {isCompact ? (
        <IconButton label={t('Add an image or file')} size="sm" disabled={disabled} onClick={open}>
          <Paperclip size={18} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3"
          icon={<Paperclip size={18} aria-hidden="true" />}
          disabled={disabled}
          onClick={open}
        >
          {t('Add files')}
        </Button>
      )}
    </>
  );
}
