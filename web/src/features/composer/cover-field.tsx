import '#web/styles/lazy/fields.css';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { accepted, deleteUpload, uploadImage, useSingleUpload } from '#web/features/uploads/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';

interface Cover {
  /** Of the upload. */
  id: string;
  url: string;
}

interface CoverFieldProps {
  spaceId: string;
  purpose: 'event_cover' | 'course_cover';
  cover: Cover | null;
  error?: string | undefined;
  onChange: (cover: Cover | null) => void;
}

/** The cover image of an event or a course. */
export function CoverField({ spaceId, purpose, cover, error, onChange }: CoverFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  /** The cover that was uploaded here and isn't saved yet. */
  const uploaded = useRef<string | null>(null);
  const change = (next: Cover | null) => {
    if (uploaded.current !== null && uploaded.current === cover?.id) deleteUpload(uploaded.current);
    uploaded.current = next?.id ?? null;
    onChange(next);
  };
  const { take, progress, problem } = useSingleUpload({
    accept: accepted.images,
    maxSize: maxFileBytes.image,
    upload: (file, transfer) => uploadImage(file, { purpose, space_id: spaceId, ...transfer }),
    onUploaded: ({ id, url }) => change({ id, url }),
    failed: t("Couldn't upload the image."),
  });
  const message = problem || error;
  return (
    <div className="grid grid-cols-1 gap-2">
      <span className="field-label">{t('Cover')}</span>
      {cover && (
        <img src={cover.url} alt="" className="aspect-[2/1] w-full rounded-md bg-sunken object-cover" />
      )}
      {progress !== null && <ProgressBar label={t('Uploading image')} value={progress} />}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<ImageUp size={18} aria-hidden="true" />}
          disabled={progress !== null}
          onClick={() => input.current?.click()}
        >
          {cover ? t('Change cover') : t('Add cover')}
        </Button>
        {cover && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => change(null)}
          >
            {t('Remove cover')}
          </Button>
        )}
      </div>
      <div role="alert">{message && <p className="text-sm text-danger-text">{message}</p>}</div>
      <FileInput
        ref={input}
        label={t('Image for the cover')}
        accept={accepted.images}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}
