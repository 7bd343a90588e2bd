import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { msg, t } from '#contract/i18n/translate.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { accepted, uploadImage, useSingleUpload } from '#web/features/uploads/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import type { UploadedMedia } from './about-edits.ts';

const labels = {
  cover: {
    add: msg('Add cover'),
    change: msg('Change cover'),
    remove: msg('Remove cover'),
    file: msg('Image for the cover'),
  },
  icon: {
    add: msg('Add icon'),
    change: msg('Change icon'),
    remove: msg('Remove icon'),
    file: msg('Image for the icon'),
  },
  introduction: {
    add: msg('Add image'),
    change: msg('Change image'),
    remove: msg('Remove image'),
    file: msg('Image for the introduction'),
  },
};

interface ImageButtonsProps {
  /** Which image it is. */
  image: keyof typeof labels;
  /** The id of the button that chooses an image. */
  id?: string;
  spaceId: string;
  purpose: 'space_icon' | 'space_cover' | 'space_intro';
  hasImage: boolean;
  hint?: string;
  /** Called with null to remove the image. */
  onChange: (image: UploadedMedia | null) => void;
}

/** Chooses another image, or removes it. */
export function ImageButtons({ image, id, spaceId, purpose, hasImage, hint, onChange }: ImageButtonsProps) {
  const label = labels[image];
  const input = useRef<HTMLInputElement>(null);
  const { take, progress, problem } = useSingleUpload({
    accept: accepted.images,
    maxSize: maxFileBytes.image,
    // Without the signal: an upload that is started before the preview is opened is still used.
    upload: (file) => uploadImage(file, { purpose, space_id: spaceId }),
    // The server crops it; it shows once it is saved.
    onUploaded: ({ id: upload_id, url }) => onChange({ upload_id, url }),
    failed: t("Couldn't upload the image."),
  });
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button
          id={id}
          size="sm"
          icon={<ImageUp size={18} aria-hidden="true" />}
          loading={progress !== null}
          onClick={() => input.current?.click()}
        >
          {t(hasImage ? label.change : label.add)}
        </Button>
        {hasImage && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onChange(null)}
          >
            {t(label.remove)}
          </Button>
        )}
      </div>
      {hint && <p className="mt-1.5 text-sm text-soft">{hint}</p>}
      <div role="alert">{problem && <p className="mt-1.5 text-sm text-danger-text">{problem}</p>}</div>
      <FileInput
        ref={input}
        label={t(label.file)}
        accept={accepted.images}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}
