import type { Picture, StoredFile } from '#contract/uploads.ts';
import { NetworkError, toApiError, toRequest } from '#web/lib/api-client.ts';

export interface UploadOptions {
  /** What the text is that it is sent for. */
  place: 'post' | 'comment';
  space_id: string;
  /** Told the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Milliseconds without an end after which a sending counts as lost. */
const uploadTimeout = 5 * 60_000;

/** Whether a file is one of those that are shown as pictures; others are documents or videos. */
export const isPicture = (file: Pick<File, 'type'>): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(file.type);

/**
 * Stores a file on the server, as a picture or as it is. `fetch` cannot tell how much has been sent, so this uses the older way.
 * @throws ApiError when the server refuses it, NetworkError when it cannot be reached, AbortError when called off.
 */
export function uploadFile(file: File, options: UploadOptions): Promise<Picture | StoredFile> {
  const { place, space_id, onProgress, signal } = options;
  const file_name = file.name.slice(-255) || 'file';
  const { method, url } = isPicture(file)
    ? toRequest('upload_file', { purpose: `${place}_image`, space_id, file_name })
    : toRequest('store_file', { purpose: `${place}_file`, space_id, file_name });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    request.timeout = uploadTimeout;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      const answer = request.response as { upload?: Picture; file?: StoredFile } | null;
      const stored = answer?.upload ?? answer?.file;
      if (request.status >= 200 && request.status < 300 && stored) resolve(stored);
      else reject(toApiError(request.status, answer));
    });
    const lost = () => reject(new NetworkError(new Error('the upload was interrupted')));
    request.addEventListener('error', lost);
    request.addEventListener('timeout', lost);
    request.addEventListener('abort', () => reject(new DOMException('Called off', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
