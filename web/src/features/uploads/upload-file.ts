import type { Picture, uploadPurposes } from '#contract/uploads.ts';
import { NetworkError, toApiError, toRequest } from '#web/lib/api-client.ts';

export interface UploadOptions {
  purpose: (typeof uploadPurposes)[number];
  space_id: string;
  /** Told the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Milliseconds without an end after which a sending counts as lost. */
const uploadTimeout = 5 * 60_000;

/**
 * Stores a picture on the server. `fetch` cannot tell how much has been sent, so this uses the older way.
 * @throws ApiError when the server refuses it, NetworkError when it cannot be reached, AbortError when called off.
 */
export function uploadFile(file: File, options: UploadOptions): Promise<Picture> {
  const { purpose, space_id, onProgress, signal } = options;
  const { method, url } = toRequest('upload_file', {
    purpose,
    space_id,
    file_name: file.name.slice(0, 255) || 'picture',
  });
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
      const answer = request.response as { upload: Picture } | null;
      if (request.status >= 200 && request.status < 300 && answer?.upload) resolve(answer.upload);
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
