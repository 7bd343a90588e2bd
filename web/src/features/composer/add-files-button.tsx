import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { type Attachments, accepted } from '#web/features/uploads/index.ts';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Chooses files to attach. */
export function AddFilesButton({ attachments: { items, max, add } }: { attachments: Attachments }) {
  const picker = useRef<HTMLInputElement>(null);
  const isSingle = max === 1;
  return (
    <>
      <FileInput
        ref={picker}
        label={isSingle ? t('Choose an image or file') : t('Choose files')}
        accept={accepted.all}
        multiple={!isSingle}
        onFiles={add}
      />
      <IconButton
        label={isSingle ? t('Add an image or file') : t('Add files')}
        className="tool"
        disabled={items.length >= max}
        onClick={() => picker.current?.click()}
      >
        <Paperclip size={18} aria-hidden="true" />
      </IconButton>
    </>
  );
}
