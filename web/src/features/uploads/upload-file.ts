import type {
  ImageFile,
  StoredAudio,
  StoredFile,
  uploadPurposes,
} from '#contract/features/uploads/uploads.ts';
import { NetworkError, toApiError, toRequest } from '#web/lib/api/api-client.ts';
import { recordUnsentWrite } from '#web/lib/api/unsent-writes.ts';

interface TransferOptions {
  /** The space of the upload; none for an avatar and for chat. */
  space_id?: string;
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}
export interface UploadOptions extends TransferOptions {
  /** What the file is attached to. */
  purpose: 'post' | 'comment' | 'chat';
}

/** An upload that takes longer than this counts as lost, in milliseconds. */
const uploadTimeout = 5 * 60_000;

/** Whether a file is shown as an image; others are documents or videos. */
export const isImage = (file: Pick<File, 'type'>): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(file.type);

type VoiceOptions = TransferOptions & { purpose: 'voice' };

/** Uploads an attachment, as an image, a file or the recording of a voice message. Throws the same errors as `uploadImage`. */
export async function uploadFile(file: File, options: VoiceOptions): Promise<StoredAudio>;
export async function uploadFile(file: File, options: UploadOptions): Promise<ImageFile | StoredFile>;
export async function uploadFile(
  file: File,
  options: UploadOptions | VoiceOptions,
): Promise<ImageFile | StoredFile | StoredAudio> {
  const { purpose, space_id } = options;
  if (purpose === 'voice') {
    const recording = toRequest('store_voice', { file_name: nameOf(file) });
    return (await send<{ file: StoredAudio }>(recording, file, options)).file;
  }
  if (isImage(file)) return await uploadImage(file, { ...options, purpose: `${purpose}_image` });
  const request = toRequest('store_file', {
    purpose: `${purpose}_file`,
    space_id,
    file_name: nameOf(file),
  });
  const response = await send<{ file: StoredFile }>(request, file, options);
  return response.file;
}

/**
 * Uploads an image.
 * @throws ApiError if the server rejects it, NetworkError if it can't be reached, AbortError if canceled.
 */
export async function uploadImage(
  file: File,
  options: TransferOptions & { purpose: (typeof uploadPurposes)[number] },
): Promise<ImageFile> {
  const { purpose, space_id } = options;
  const request = toRequest('upload_file', { purpose, space_id, file_name: nameOf(file) });
  const response = await send<{ upload: ImageFile }>(request, file, options);
  return response.upload;
}

/** Uploads a document or video of a space that no text has as an attachment. Throws the same errors as `uploadImage`. */
export async function uploadSpaceFile(
  file: File,
  purpose: 'space_intro_video' | 'course_file',
  options: TransferOptions & { space_id: string },
): Promise<StoredFile> {
  const request = toRequest('store_file', { purpose, space_id: options.space_id, file_name: nameOf(file) });
  return (await send<{ file: StoredFile }>(request, file, options)).file;
}

const nameOf = (file: File) => file.name.slice(-255) || 'file';

/** Uses XMLHttpRequest because `fetch` doesn't report upload progress. */
function send<Body>(
  { method, url }: { method: string; url: string },
  file: File,
  { onProgress, signal }: Pick<TransferOptions, 'onProgress' | 'signal'>,
): Promise<Body> {
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
      const response = request.response as Body | null;
      if (request.status >= 200 && request.status < 300 && response) resolve(response);
      else reject(toApiError(request.status, response));
    });
    const lost = () => {
      recordUnsentWrite('upload_file');
      reject(new NetworkError(new Error('the upload was interrupted')));
    };
    request.addEventListener('error', lost);
    request.addEventListener('timeout', lost);
    request.addEventListener('abort', () => reject(new DOMException('Upload canceled', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
