import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toVideoReference } from '#contract/values/text/videos.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { VideoTransfer } from './upload-video.ts';

export interface UploadState {
  file_name: string;
  byte_size: number;
  /** The uploaded share, 0 to 1. */
  share: number;
  state: 'sending' | 'paused' | 'waiting' | 'finishing';
}

const megabyte = 1024 * 1024;

/** Returns why a file can't be uploaded; null if it can. The server checks its content. */
export function findProblem(
  file: Pick<File, 'name' | 'type' | 'size'>,
  maxBytes: number,
): { title: string; description: string } | null {
  // Some browsers know no type for AVI.
  if (!file.type.startsWith('video/') && !(file.type === '' && /\.(mp4|m4v|mov|avi|webm)$/i.test(file.name)))
    return {
      title: t('Invalid file type'),
      description: t('Please select a video file (MP4, MOV, AVI, etc.)'),
    };
  if (file.size > maxBytes)
    return {
      title: t('File too large'),
      description: t('Please select a video smaller than {max}MB', { max: Math.floor(maxBytes / megabyte) }),
    };
  if (file.name.length > 255)
    return { title: t('File name too long'), description: t('A file name can have up to 255 characters.') };
  if (!navigator.onLine)
    return {
      title: t("You're offline"),
      description: t('Videos can be uploaded when the connection is back.'),
    };
  return null;
}

/** Uploads one video. Closing what uses it pauses the upload: choosing the same file continues it. */
export function useVideoUpload(spaceId: string, onUploaded: (reference: string) => void) {
  const call = getApiClient(useQueryClient());
  const [upload, setUpload] = useState<UploadState | null>(null);
  const transfer = useRef<VideoTransfer | null>(null);
  const isGone = useRef(false);
  const change = (changes: Partial<UploadState>) =>
    setUpload((current) => current && { ...current, ...changes });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      transfer.current?.pause();
    };
  }, []);
  const start = async (file: File, maxBytes: number) => {
    const problem = findProblem(file, maxBytes);
    if (problem) {
      toast({ ...problem, variant: 'destructive' });
      return;
    }
    setUpload({ file_name: file.name, byte_size: file.size, share: 0, state: 'sending' });
    try {
      const { uploadVideo } = await import('./upload-video.ts');
      const started = await uploadVideo(file, {
        call,
        space_id: spaceId,
        onProgress: (share) => change({ share, ...(share === 1 && { state: 'finishing' }) }),
        onWaiting: (isWaiting) => change({ state: isWaiting ? 'waiting' : 'sending' }),
      });
      transfer.current = started;
      if (isGone.current) return started.pause();
      const upload_id = await started.done;
      if (isGone.current) return;
      onUploaded(toVideoReference({ upload_id }));
      toast({ title: t('Video added') });
    } catch (error) {
      toast({
        title: t('Failed to add video'),
        description: toMessage(error, t('Failed to add video. Please try again.')),
        variant: 'destructive',
      });
    }
    transfer.current = null;
    setUpload(null);
  };
  return {
    upload,
    start,
    pause() {
      transfer.current?.pause();
      change({ state: 'paused' });
    },
    resume() {
      change({ state: 'sending' });
      transfer.current?.resume();
    },
    cancel() {
      transfer.current?.cancel();
      transfer.current = null;
      setUpload(null);
    },
  };
}
