import '#web/styles/lazy/classroom.css';
import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { toReadableSize } from '#web/ui/fields/readable-size.ts';
import { ProgressBar } from '#web/ui/progress.tsx';
import type { UploadState, useVideoUpload } from './use-video-upload.ts';

const accept = 'video/*,.mp4,.m4v,.mov,.avi,.webm';

interface UploadAreaProps {
  uploading: ReturnType<typeof useVideoUpload>;
  /** Size of the largest video in bytes; undefined until it's known. */
  maxBytes: number | undefined;
  /** Whether there is a space that the video can belong to. */
  isAvailable: boolean;
}

/** Takes a video that is dropped or selected, and shows how much of it has been uploaded. */
export function UploadArea({ uploading, maxBytes, isAvailable }: UploadAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const { upload } = uploading;
  if (!isAvailable)
    return (
      <div className="upload-area" aria-disabled="true">
        <p className="font-medium">{t('Upload not available')}</p>
        <p className="text-sm text-soft">{t('Requires space context')}</p>
      </div>
    );
  if (upload) return <Progress upload={upload} uploading={uploading} />;
  const take = ([file]: File[]) => {
    if (file && maxBytes !== undefined) void uploading.start(file, maxBytes);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dragging.
    <div
      className="upload-area"
      data-dragged={isDraggedOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      <UploadIcon size={24} className="text-soft" aria-hidden="true" />
      <p className="text-sm text-soft">{t('Drag and drop a video here, or')}</p>
      <Button size="sm" disabled={maxBytes === undefined} onClick={() => input.current?.click()}>
        {t('Select file')}
      </Button>
      {maxBytes !== undefined && (
        <p className="text-sm text-soft">
          {t('MP4, MOV, AVI or WebM, up to {size}', { size: toReadableSize(maxBytes) })}
        </p>
      )}
      <FileInput ref={input} label={t('Video file')} accept={accept} onFiles={take} />
    </div>
  );
}

function stateText({ state, share, byte_size }: UploadState): string {
  if (state === 'finishing') return t('Checking the video…');
  if (state === 'waiting') return t('Waiting for connection');
  const sent = t('{sent} of {total}', {
    sent: toReadableSize(Math.round(share * byte_size)),
    total: toReadableSize(byte_size),
  });
  return state === 'paused' ? t('Paused · {sent}', { sent }) : sent;
}

function Progress({ upload, uploading }: { upload: UploadState; uploading: UploadAreaProps['uploading'] }) {
  const { state, file_name, share } = upload;
  return (
    <div className="upload-area">
      <p className="max-w-full truncate font-medium">{file_name}</p>
      <ProgressBar className="w-full" label={t('Uploading the video')} labelHidden value={share} />
      <p className="text-sm text-soft tabular-nums">{stateText(upload)}</p>
      {state !== 'finishing' && (
        <div className="flex gap-2">
          {state === 'paused' ? (
            <Button size="sm" onClick={uploading.resume}>
              {t('Resume')}
            </Button>
          ) : (
            <Button size="sm" onClick={uploading.pause}>
              {t('Pause')}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={uploading.cancel}>
            {t('Cancel upload')}
          </Button>
        </div>
      )}
    </div>
  );
}
