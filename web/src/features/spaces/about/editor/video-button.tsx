import { Film } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { uploadSpaceFile, useSingleUpload } from '#web/features/uploads/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import type { UploadedMedia } from './about-edits.ts';

const videoTypes = 'video/mp4,video/webm,video/quicktime';

/** Uploads a video that introduces the space; it shows once it is saved. */
export function VideoButton({
  spaceId,
  onChange,
}: {
  spaceId: string;
  onChange: (video: UploadedMedia) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { take, stop, progress, problem } = useSingleUpload({
    accept: videoTypes,
    maxSize: maxFileBytes.video,
    upload: (file, transfer) =>
      uploadSpaceFile(file, 'space_intro_video', { space_id: spaceId, ...transfer }),
    onUploaded: ({ id: upload_id, url }) => onChange({ upload_id, url }),
    failed: t("Couldn't upload the video."),
  });
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={<Film size={18} aria-hidden="true" />}
          loading={progress !== null}
          onClick={() => input.current?.click()}
        >
          {t('Upload a video')}
        </Button>
        {progress !== null && (
          <>
            <progress
              className="w-32 accent-(--accent)"
              max={1}
              value={progress}
              aria-label={t('Uploading the video')}
            />
            <Button size="sm" variant="quiet" onClick={stop}>
              {t('Stop')}
            </Button>
          </>
        )}
      </div>
      <p className="mt-1.5 text-sm text-soft">{t('MP4, WebM or QuickTime, up to 100 MB and 5 minutes.')}</p>
      <div role="alert">{problem && <p className="mt-1.5 text-sm text-danger-text">{problem}</p>}</div>
      <FileInput
        ref={input}
        label={t('Video that introduces the space')}
        accept={videoTypes}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}
