import type { DetailedError } from 'tus-js-client';
import { uploadImage } from '#web/features/uploads/index.ts';
import { NetworkError } from '#web/lib/api/api-client.ts';
import type { getApiClient } from '#web/lib/cache/query-client.ts';
import { capturePoster } from './capture-poster.ts';

/** How many bytes a request sends: what a slow connection sends within the time limit of a request. */
const chunkSize = 4 * 1024 * 1024;
/** When a part is sent again after a failure, in milliseconds. It then waits until the browser is online. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

interface UploadVideoOptions {
  call: ReturnType<typeof getApiClient>;
  space_id: string;
  onProgress: (share: number) => void;
  /** Called when the connection is lost, and when it's back. */
  onWaiting: (isWaiting: boolean) => void;
}

/** A video that is being uploaded. */
export interface VideoTransfer {
  pause: () => void;
  resume: () => void;
  /** Also deletes what has arrived. */
  cancel: () => void;
  /** Resolves to the id of the upload. Rejects with an ApiError or NetworkError; never if it's canceled. */
  done: Promise<string>;
}

/** Starts to upload a video, or continues the upload of the same file that didn't finish. */
export async function uploadVideo(file: File, options: UploadVideoOptions): Promise<VideoTransfer> {
  const { call, space_id, onProgress, onWaiting } = options;
  const file_name = file.name.slice(-255) || 'video';
  const [{ Upload }, { video_upload }] = await Promise.all([
    import('tus-js-client'),
    call('create_video_upload', {
      space_id,
      file_name,
      byte_size: file.size,
      last_modified: Math.max(0, Math.round(file.lastModified)),
    }),
  ]);
  const { id: video_upload_id, url } = video_upload;
  // The server chooses no frame. A video that this browser can't play has no poster.
  const poster = capturePoster(file)
    .then((image) => image && uploadImage(image, { purpose: 'video_poster', space_id }))
    .catch(() => null);
  let [isPaused, isOver] = [false, false];
  const sent = Promise.withResolvers<void>();
  const upload = new Upload(file, {
    uploadUrl: url,
    chunkSize,
    retryDelays,
    storeFingerprintForResuming: false,
    onProgress: (bytes, total) => onProgress(total > 0 ? bytes / total : 0),
    onSuccess: () => sent.resolve(),
    onShouldRetry: (error) => isTemporary(error) && navigator.onLine,
    onError: (error) => {
      if (isOver) return;
      if (!isTemporary(error)) sent.reject(new NetworkError(error));
      else {
        onWaiting(true);
        window.addEventListener('online', goOn, { once: true });
        // The browser may not notice that the network is back.
        timer = setTimeout(goOn, 15_000);
      }
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = () => {
    clearTimeout(timer);
    window.removeEventListener('online', goOn);
    onWaiting(false);
  };
  function goOn() {
    stopWaiting();
    if (!isPaused && !isOver) upload.start();
  }
  upload.start();
  return {
    pause() {
      isPaused = true;
      stopWaiting();
      void upload.abort();
    },
    resume() {
      isPaused = false;
      goOn();
    },
    cancel() {
      isOver = true;
      stopWaiting();
      void upload.abort();
      // Otherwise, the server deletes it after a day.
      call('cancel_video_upload', { video_upload_id }).catch(() => {});
    },
    done: sent.promise.then(async () => {
      const image = await poster;
      const input = { video_upload_id, poster_upload_id: image?.id ?? null };
      return (await call('finish_video_upload', input)).upload_id;
    }),
  };
}

/** Whether an error may pass: no response, a busy server, or a part that is still being written. */
function isTemporary(error: Error | DetailedError): boolean {
  const status = 'originalResponse' in error ? error.originalResponse?.getStatus() : undefined;
  return status === undefined || status >= 500 || [0, 408, 409, 423, 429].includes(status);
}
