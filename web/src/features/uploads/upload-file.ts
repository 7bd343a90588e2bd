import type { Picture, StoredFile, uploadPurposes } from '#contract/uploads.ts';
import { NetworkError, toApiError, toRequest } from '#web/lib/api-client.ts';
import { recordUnsentWrite } from '#web/lib/unsent-writes.ts';

interface SendOptions {
  space_id: string;
  /** Told the share that has been sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}
export interface UploadOptions extends SendOptions {
  /** What the text is that it is sent for. */
  place: 'post' | 'comment';
}

/** Milliseconds without an end after which a sending counts as lost. */
const uploadTimeout = 5 * 60_000;

/** Whether a file is one of those that are shown as pictures; others are documents or videos. */
export const isImage = (file: Pick<File, 'type'>): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(file.type);

/** Stores a file of a text on the server, as a picture or as it is. Errors as of `uploadPicture`. */
export async function uploadFile(file: File, options: UploadOptions): Promise<Picture | StoredFile> {
  const { place, space_id } = options;
  if (isImage(file)) return await uploadImage(file, { ...options, purpose: `${place}_image` });
  const request = toRequest('store_file', { purpose: `${place}_file`, space_id, file_name: nameOf(file) });
  const response = await send<{ file: StoredFile }>(request, file, options);
  return response.file;
}

/**
 * Stores a picture on the server.
 * @throws ApiError when the server refuses it, NetworkError when it cannot be reached, AbortError when called off.
 */
export async function uploadImage(
  file: File,
  options: SendOptions & { purpose: (typeof uploadPurposes)[number] },
): Promise<Picture> {
  const { purpose, space_id } = options;
  const request = toRequest('upload_file', { purpose, space_id, file_name: nameOf(file) });
  const response = await send<{ upload: Picture }>(request, file, options);
  return response.upload;
}

/** Stores the film that introduces a space. Errors as of `uploadPicture`. */
export async function uploadVideo(file: File, options: SendOptions): Promise<StoredFile> {
  const { space_id } = options;
  const request = toRequest('store_file', {
    purpose: 'space_intro_video',
    space_id,
    file_name: nameOf(file),
  });
  const response = await send<{ file: StoredFile }>(request, file, options);
  return response.file;
}

const nameOf = (file: File) => file.name.slice(-255) || 'file';

/** `fetch` cannot tell how much has been sent, so this uses the older way. */
function send<Answer>(
  { method, url }: { method: string; url: string },
  file: File,
  { onProgress, signal }: Pick<SendOptions, 'onProgress' | 'signal'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    request.timeout = uploadTimeout;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      const response = request.response as Answer | null;
      if (request.status >= 200 && request.status < 300 && response) resolve(response);
      else reject(toApiError(request.status, response));
    });
    const lost = () => {
      recordUnsentWrite('upload_file');
      reject(new NetworkError(new Error('the upload was interrupted')));
    };
    request.addEventListener('error', lost);
    request.addEventListener('timeout', lost);
    request.addEventListener('abort', () => reject(new DOMException('Called off', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
