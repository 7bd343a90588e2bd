import { Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxFileBytes } from '#contract/values/limits.ts';
import { uploadVideo } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { sortFiles } from '#web/ui/fields/accept-files.ts';
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
  const sending = useRef<AbortController>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => () => sending.current?.abort(), []);
  const take = async (chosen: File[]) => {
    const { taken, rejected } = sortFiles(chosen, {
      accept: videoTypes,
      maxSize: maxFileBytes.video,
      room: 1,
    });
    setProblem(rejected[0]?.message ?? '');
    const [file] = taken;
    if (!file) return;
    sending.current = new AbortController();
    setShare(0);
    try {
      const { signal } = sending.current;
      const video = await uploadVideo(file, { space_id: spaceId, onProgress: setShare, signal });
      onChange({ upload_id: video.id, url: video.url });
    } catch (error) {
      if (!sending.current.signal.aborted) setProblem(toMessage(error, t("Couldn't upload the video.")));
    } finally {
      setShare(null);
    }
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={<Film size={18} aria-hidden="true" />}
          loading={share !== null}
          onClick={() => input.current?.click()}
        >
          {t('Upload a video')}
        </Button>
        {share !== null && (
          <>
            <progress
              className="w-32 accent-(--accent)"
              max={1}
              value={share}
              aria-label={t('Uploading the video')}
            />
            <Button size="sm" variant="quiet" onClick={() => sending.current?.abort()}>
              {t('Stop')}
            </Button>
          </>
        )}
      </div>
      <p className="mt-1.5 text-sm text-soft">{t('MP4, WebM or QuickTime, up to 100 MB and 5 minutes.')}</p>
      <div role="alert">{problem && <p className="mt-1.5 text-sm text-danger-text">{problem}</p>}</div>
      <input
        ref={input}
        type="file"
        accept={videoTypes}
        className="hidden"
        aria-label={t('Video that introduces the space')}
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
